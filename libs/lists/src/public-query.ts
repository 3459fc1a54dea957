import { classOf } from '@app/schema';
import { problems } from '@app/http';
import { parametersOf } from './parameter.js';

/** @throws FORBIDDEN for a parameter or a value that `public` keys may not use */
export function ensureAllowed(query: object): void {
  const values = query as Record<string, unknown>; // the keys of a query are its declared parameters
  for (const { name, publicValues } of parametersOf(classOf(query)).values()) {
    const value = values[name];
    if (publicValues && value !== undefined && ![value].flat().every((one) => publicValues.includes(one)))
      throw problems.forbidden(refusal(name, publicValues));
  }
}

/** Describes the values that a `public` key may send. */
export const publicWords = (allowed: readonly unknown[]): string =>
  allowed.length === 0 ? 'does not take it' : `only takes ${allowed.join(', ')}`;

const refusal = (name: string, allowed: readonly unknown[]): string =>
  allowed.length === 0
    ? `A credential of the scope public may not use the parameter ${name}.`
    : `A credential of the scope public may use the parameter ${name} only with ${allowed.join(', ')}.`;
