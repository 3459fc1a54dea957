import { isObject, meansDefault, type Class, type FieldDeclaration } from './field-declaration.js';
import { fieldsByName, requiredOf, ruleOf } from './field.js';
import { NameSuggestions } from './nearest-name.js';
import { pathsByName } from './paths-by-name.js';

/** A fault of a field: its path, and a text that completes "PATH ...". */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** The value that is validated, by its class, and the names that may be suggested in it. */
interface Whole {
  readonly type: Class;
  readonly suggestions: NameSuggestions;
}

/**
 * All faults of a plain value, by the declarations of a class: of a body, and of a line of a bundle. It visits the given
 * fields once, instead of the declared ones: imports check a million lines, and hostile bodies take linear time.
 */
export const validate = (type: Class, value: unknown): FieldFault[] =>
  faultsOf(type, value, '', { type, suggestions: new NameSuggestions() });

function faultsOf(type: Class, value: unknown, path: string, whole: Whole): FieldFault[] {
  if (!isObject(value)) return [{ field: path, message: 'must be an object' }];
  const faults: FieldFault[] = [];
  const known = fieldsByName(type);
  for (const name of Object.keys(value)) {
    const field = known.get(name);
    // Nearly all values are valid, and need no path.
    if (field && isRight(field, value[name])) continue;
    const at = pathIn(path, name);
    if (field) checkField(field, value[name], at, faults, whole);
    else faults.push({ field: at, message: `is not a known field${suggestion(name, path, known, whole)}` });
  }
  for (const name of requiredOf(type)) {
    if (value[name] === undefined) faults.push({ field: pathIn(path, name), message: 'is required' });
  }
  const rule = ruleOf(type);
  if (rule && !rule.isMet(value)) faults.push({ field: path, message: rule.message });
  return faults;
}

const pathIn = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`);

const suggestion = (
  name: string,
  path: string,
  known: ReadonlyMap<string, FieldDeclaration>,
  { type, suggestions }: Whole,
): string =>
  suggestions.for(
    name,
    known.keys(),
    (nearest) => pathIn(path, nearest),
    (elsewhere) => pathsByName(type).get(elsewhere),
  );

/** Whether a value is valid; never true for nested values, which are visited separately. */
const isRight = (field: FieldDeclaration, value: unknown): boolean =>
  value === undefined || meansDefault(field, value) || field.kind?.accepts(value) === true;

function checkField(field: FieldDeclaration, value: unknown, at: string, faults: FieldFault[], whole: Whole): void {
  const { kind, of, many, max } = field;
  if (kind) faults.push({ field: at, message: `must be ${kind.wants}` });
  else if (of && many) {
    if (!Array.isArray(value)) faults.push({ field: at, message: 'must be an array' });
    else if (value.length > max) faults.push({ field: at, message: `must have at most ${max} items` });
    else value.forEach((item, index) => faults.push(...faultsOf(of(), item, `${at}[${index}]`, whole)));
  } else if (of) faults.push(...faultsOf(of(), value, at, whole));
}
