import { fieldsOf, isLeftEmpty, requiredOf, type Class, type FieldDeclaration } from './field.js';
import { MAX_ITEMS } from './kinds.js';

/** What is wrong with a field of a value: its path, and words that complete "PATH ...". */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * All that is wrong with a plain value of a class: every fault by its path. It walks what is given instead of what is
 * declared, for imports check a million lines; so a key such as `__proto__` or `toString` is a fault like any other.
 */
export function checkShape(type: Class, value: unknown, path = ''): FieldFault[] {
  if (!isObject(value)) return [{ field: path, message: 'must be an object' }];
  const faults: FieldFault[] = [];
  const known = fieldsByName(type);
  for (const name of Object.keys(value)) {
    const field = known.get(name);
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

function checkField(field: FieldDeclaration, value: unknown, at: string, faults: FieldFault[]): void {
  if (value === undefined || isLeftEmpty(field, value)) return;
  if (field.kind) {
    if (!field.kind.accepts(value)) faults.push({ field: at, message: `must be ${field.kind.wants}` });
  } else if (field.of && field.many) {
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
