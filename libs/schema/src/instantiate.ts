import type { FieldFault } from './validate.js';
import { isObject, type Class, type FieldDeclaration } from './field-declaration.js';
import { fieldsByName, fieldsOf } from './field.js';
import { faultIn, trimmedValue } from './kind.js';
import { NameSuggestions } from './nearest-name.js';

const paths = new WeakMap<Class, ReadonlyMap<string, string>>();

/** The paths of the fields in nested objects by their last name, if the name is unique. */
function pathsByName(type: Class): ReadonlyMap<string, string> {
  let found = paths.get(type);
  if (!found) {
    const all = nestedPaths(type, '');
    const names = all.map(({ name }) => name);
    const unique = all.filter(({ name }) => names.indexOf(name) === names.lastIndexOf(name));
    paths.set(type, (found = new Map(unique.map(({ name, path }) => [name, path]))));
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

/** The faults found so far. */
interface Findings {
  readonly root: Class;
  readonly faults: FieldFault[];
  readonly suggestions: NameSuggestions;
}

/**
 * Creates an instance of a class from a plain value, and reports structural faults: unknown names, lists that are too
 * long, arrays and objects in place of simple values. It visits each given value once; the validator checks the values
 * afterwards. class-transformer would silently drop names such as `toString`, fail at `constructor`, and take seconds
 * for large values.
 */
export function instantiate<T extends object>(type: Class<T>, value: object): { instance: T; faults: FieldFault[] } {
  const findings = { root: type, faults: [], suggestions: new NameSuggestions() };
  return { instance: instanceOf(type, value, '', findings), faults: findings.faults };
}

function instanceOf<T extends object>(type: Class<T>, value: object, path: string, findings: Findings): T {
  const known = fieldsByName(type);
  const instance = new type();
  const fields = instance as Record<string, unknown>; // the declared names are its keys
  for (const [name, given] of Object.entries(value)) {
    const at = pathIn(path, name);
    const field = known.get(name);
    const fault = field ? structuralFault(field, given) : unknownField(name, path, known, findings);
    if (fault !== undefined) findings.faults.push({ field: at, message: fault });
    else if (field?.of) fields[name] = nestedIn(field.of(), given, at, findings);
    else if (field?.kind) fields[name] = trimmedValue(field.kind, given);
  }
  return instance;
}

const pathIn = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`);

const unknownField = (
  name: string,
  path: string,
  known: ReadonlyMap<string, FieldDeclaration>,
  { root, suggestions }: Findings,
): string =>
  `is not a known field${suggestions.for(
    name,
    known.keys(),
    (nearest) => pathIn(path, nearest),
    (elsewhere) => pathsByName(root).get(elsewhere),
  )}`;

/** Faults of the structure, which need no check of the contents. */
function structuralFault({ kind, of, many, max }: FieldDeclaration, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (kind) return kind.accepts(value) ? undefined : faultIn(kind, value);
  if (!of || Array.isArray(value) !== many) return many ? 'must be an array' : 'must be an object';
  return Array.isArray(value) && value.length > max ? `must have at most ${max} items` : undefined;
}

function nestedIn(type: Class, value: unknown, path: string, findings: Findings): unknown {
  if (isObject(value)) return instanceOf(type, value, path, findings);
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown, index) => {
    const at = `${path}[${index}]`;
    if (isObject(item)) return instanceOf(type, item, at, findings);
    if (!Array.isArray(item)) return item;
    findings.faults.push({ field: at, message: 'must be an object' });
    return new type(); // keeps the index of the following items
  });
}
