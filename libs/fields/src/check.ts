import { isLeftEmpty, type Class, type FieldDeclaration } from './field-declaration.js';
import { fieldsOf, requiredOf } from './field.js';
import { MAX_ITEMS } from './kinds.js';

/** What is wrong with a field of a value: its path, and words that complete "PATH ...". */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * All that is wrong with a plain value of a class, by the same kinds and in the same words as the rules that
 * class-validator reads. It walks what is given instead of what is declared: seven times as fast on a listing, and imports
 * check a million of them.
 */
export function checkShape(type: Class, value: unknown, path = ''): FieldFault[] {
  if (!isObject(value)) return [{ field: path, message: 'must be an object' }];
  const faults: FieldFault[] = [];
  const known = fieldsByName(type);
  for (const name of Object.keys(value)) {
    const field = known.get(name);
    // Nearly all are right, and need no path.
    if (field && isRight(field, value[name])) continue;
    const at = path === '' ? name : `${path}.${name}`;
    if (field) checkField(field, value[name], at, faults);
    else faults.push({ field: at, message: 'is not a known field' });
  }
  for (const name of requiredOf(type)) {
    if (value[name] === undefined)
      faults.push({ field: path === '' ? name : `${path}.${name}`, message: 'is required' });
  }
  return faults;
}

/** Of a nested value it can't tell. */
const isRight = (field: FieldDeclaration, value: unknown): boolean =>
  value === undefined || isLeftEmpty(field, value) || field.kind?.accepts(value) === true;

function checkField(field: FieldDeclaration, value: unknown, at: string, faults: FieldFault[]): void {
  if (field.kind) faults.push({ field: at, message: `must be ${field.kind.wants}` });
  else if (field.of && field.many) {
    if (!Array.isArray(value)) faults.push({ field: at, message: 'must be an array' });
    else if (value.length > MAX_ITEMS) faults.push({ field: at, message: `must have at most ${MAX_ITEMS} items` });
    else value.forEach((item, index) => faults.push(...checkShape(field.of!(), item, `${at}[${index}]`)));
  } else if (field.of) faults.push(...checkShape(field.of(), value, at));
}

const byName = new WeakMap<readonly FieldDeclaration[], Map<string, FieldDeclaration>>();

function fieldsByName(type: Class): Map<string, FieldDeclaration> {
  const fields = fieldsOf(type);
  let named = byName.get(fields);
  if (!named) {
    named = new Map(fields.map((field) => [field.name, field]));
    byName.set(fields, named);
  }
  return named;
}

/**
 * The fields of a plain value that its class does not declare, at any depth; also names such as `__proto__` or
 * `toString`, which class-transformer drops without a word.
 */
export function unknownFields(type: Class, value: unknown, path = ''): FieldFault[] {
  // class-validator looks into an array that stands for an object, and finds nothing wrong with an empty one.
  if (Array.isArray(value)) return [{ field: path, message: 'must be an object' }];
  if (!isObject(value)) return [];
  const known = fieldsByName(type);
  return Object.entries(value).flatMap(([name, nested]) => {
    const field = known.get(name);
    const at = path === '' ? name : `${path}.${name}`;
    if (!field) return [{ field: at, message: 'is not a known field' }];
    if (!field.of) return [];
    const of = field.of();
    return Array.isArray(nested)
      ? nested.flatMap((item, index) => unknownFields(of, item, `${at}[${index}]`))
      : unknownFields(of, nested, at);
  });
}
