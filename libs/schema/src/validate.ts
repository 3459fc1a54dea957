import { meansDefault, isObject, type Class, type FieldDeclaration } from './field-declaration.js';
import { fieldsByName, requiredOf } from './field.js';

/** A fault of a field: its path, and a text that completes "PATH ...". */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/**
 * All faults of a plain value, by the same kinds and with the same texts as class-validator's rules. It visits the
 * given fields instead of the declared ones: seven times as fast for a listing, and imports check a million.
 */
export function validate(type: Class, value: unknown, path = ''): FieldFault[] {
  if (!isObject(value)) return [{ field: path, message: 'must be an object' }];
  const faults: FieldFault[] = [];
  const known = fieldsByName(type);
  for (const name of Object.keys(value)) {
    const field = known.get(name);
    // Nearly all values are valid, and need no path.
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

/** Whether a value is valid; never true for nested values, which are visited separately. */
const isRight = (field: FieldDeclaration, value: unknown): boolean =>
  value === undefined || meansDefault(field, value) || field.kind?.accepts(value) === true;

function checkField(field: FieldDeclaration, value: unknown, at: string, faults: FieldFault[]): void {
  if (field.kind) faults.push({ field: at, message: `must be ${field.kind.wants}` });
  else if (field.of && field.many) {
    if (!Array.isArray(value)) faults.push({ field: at, message: 'must be an array' });
    else if (value.length > field.max) faults.push({ field: at, message: `must have at most ${field.max} items` });
    else value.forEach((item, index) => faults.push(...validate(field.of!(), item, `${at}[${index}]`)));
  } else if (field.of) faults.push(...validate(field.of(), value, at));
}
