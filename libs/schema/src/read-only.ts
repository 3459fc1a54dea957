import { isDeepStrictEqual } from 'node:util';
import type { Class } from './field-declaration.js';
import { fieldsOf } from './field.js';

/** The read-only fields of a body that differ from the current value (D17). */
export function readOnlyFaults<T extends object>(
  type: Class,
  current: T,
  body: Partial<T>,
): { field: string; message: string }[] {
  const values = body as Record<string, unknown>; // the declared names are its keys
  const now = current as Record<string, unknown>;
  return fieldsOf(type)
    .filter(
      ({ name, readOnly }) =>
        // structuredClone turns an instance into a plain object, like the current value.
        readOnly && values[name] !== undefined && !isDeepStrictEqual(structuredClone(values[name]), now[name]),
    )
    .map(({ name }) => ({ field: name, message: 'is read-only; leave it out or repeat its current value' }));
}
