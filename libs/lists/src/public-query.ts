import { type Class, classOf } from '@app/schema';
import { problems } from '@app/http';
import { parametersOf, redeclare } from './parameter.js';

type Query = Class;

const classes = new WeakMap<Query, Query>();

/** The query class with the conditions for `public` keys. */
function publicClass(type: Query): Query {
  let found = classes.get(type);
  if (!found) {
    found = class extends type {};
    const parameters = [...parametersOf(type).values()];
    redeclare(
      found,
      parameters.map((parameter) => ({ ...parameter, ...parameter.forPublic })),
    );
    classes.set(type, found);
  }
  return found;
}

/**
 * A query of a `public` key: its conditions do not read hidden data (ADR 29).
 *
 * @throws FORBIDDEN for a parameter or a value that `public` keys may not use
 */
export function publicQuery<T extends object>(query: T): T {
  ensureAllowed(query);
  return Object.assign(new (publicClass(classOf(query)))(), query);
}

/** @throws FORBIDDEN for a parameter or a value that `public` keys may not use */
export function ensureAllowed(query: object): void {
  const type = classOf(query);
  const values = query as Record<string, unknown>; // a query class has the declared parameters as keys
  for (const { name, forPublic: { allows } = {} } of parametersOf(type).values()) {
    const value = values[name];
    if (allows && value !== undefined && !allows.includes(value)) throw problems.forbidden(refusal(name, allows));
  }
}

/** The description of the values that a `public` key may send. */
export const publicWords = (allows: readonly unknown[]): string =>
  allows.length === 0 ? 'does not take it' : `only takes ${allows.join(', ')}`;

const refusal = (name: string, allows: readonly unknown[]): string =>
  allows.length === 0
    ? `A credential of the scope public may not use the parameter ${name}.`
    : `A credential of the scope public may use the parameter ${name} only with ${allows.join(', ')}.`;
