import { isObject, type Class, type FieldDeclaration, type Hideable } from './field-declaration.js';
import { fieldsOf } from './field.js';
import { emptyOf } from './shape.js';

type Tree = Readonly<Record<string, unknown>>;

/** Cache of `hidersOf`, which is called for every imported listing. */
const hiders = new WeakMap<Class, readonly FieldDeclaration[]>();

/** The fields of a class that hide data, directly or in their object. */
function hidersOf(type: Class): readonly FieldDeclaration[] {
  let fields = hiders.get(type);
  if (!fields) {
    fields = fieldsOf(type).filter(({ shows, of, many }) => shows ?? (of && !many && hidersOf(of()).length > 0));
    hiders.set(type, fields);
  }
  return fields;
}

/** The data that a value hides, nested objects included; a list item hides only its own data. */
export function hiddenIn(type: Class, given: object): ReadonlySet<Hideable> {
  const value = given as Tree; // declared names are looked up in it
  const hidden = new Set<Hideable>();
  for (const { name, of, shows } of hidersOf(type)) {
    const part = value[name];
    if (shows && part === false) hidden.add(shows);
    if (of && isObject(part)) for (const one of hiddenIn(of(), part)) hidden.add(one);
  }
  if (hidden.has('suburb')) hidden.add('address');
  return hidden;
}

const carriers = new WeakMap<Class, readonly FieldDeclaration[]>();

/** The fields of a class that hide data, directly, in their object, or in their list items. */
function carriersOf(type: Class): readonly FieldDeclaration[] {
  let fields = carriers.get(type);
  if (!fields) {
    fields = fieldsOf(type).filter(({ shows, of }) => shows ?? (of && carriersOf(of()).length > 0));
    carriers.set(type, fields);
  }
  return fields;
}

/** Whether a value hides any data, list items included; otherwise its public form is the value itself. */
export function hidesData(type: Class, given: object): boolean {
  const value = given as Tree; // declared names are looked up in it
  return carriersOf(type).some(({ name, of, shows }) => {
    const part = value[name];
    if (shows && part === false) return true;
    return of !== undefined && [part].flat().some((one) => isObject(one) && hidesData(of(), one));
  });
}

/**
 * The public form of a value: the declared fields, with withheld fields at their empty value (ADR 19).
 * @param around the data that the enclosing value hides
 */
export function publicForm<T extends object>(
  type: Class<T>,
  whole: object,
  around: ReadonlySet<Hideable> = new Set(),
): T {
  const value = whole as Tree; // declared names are looked up in it
  const hidden = new Set([...around, ...hiddenIn(type, value)]);
  const shown: Record<string, unknown> = {};
  for (const field of fieldsOf(type)) {
    const given = value[field.name];
    const { withheld } = field;
    const isWithheld = withheld === 'always' || (withheld !== undefined && hidden.has(withheld));
    const leaf = isWithheld ? emptyOf(field) : given === undefined ? undefined : formOf(field, given, hidden);
    if (leaf !== undefined) shown[field.name] = leaf;
  }
  return shown as T; // its declared fields
}

function formOf({ of, many }: FieldDeclaration, given: unknown, hidden: ReadonlySet<Hideable>): unknown {
  if (!of) return given;
  if (many) return Array.isArray(given) ? given.filter(isObject).map((item) => publicForm(of(), item, hidden)) : given;
  return isObject(given) ? publicForm(of(), given, hidden) : given;
}
