import type { Class } from './field-declaration.js';
import { fieldsOf } from './field.js';

const known = new WeakMap<Class, ReadonlyMap<string, string>>();

/** The paths of the fields in nested objects, by their last name; a name that stands at several places is left out. */
export function pathsByName(type: Class): ReadonlyMap<string, string> {
  let found = known.get(type);
  if (!found) {
    const all = nestedPaths(type, '');
    const names = all.map(({ name }) => name);
    const unique = all.filter(({ name }) => names.indexOf(name) === names.lastIndexOf(name));
    known.set(type, (found = new Map(unique.map(({ name, path }) => [name, path]))));
  }
  return found;
}

function nestedPaths(type: Class, parent: string): { name: string; path: string }[] {
  return fieldsOf(type).flatMap(({ name, of, many }) => {
    const path = parent === '' ? name : `${parent}.${name}`;
    const own = parent === '' ? [] : [{ name, path }];
    return of && !many ? [...own, ...nestedPaths(of(), path)] : own;
  });
}
