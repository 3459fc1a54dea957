import { isObject, type Class, type FieldDeclaration, type Hideable } from './field-declaration.js';
import { fieldsOf } from './field.js';
import { emptyOf } from './shape.js';

type Tree = Readonly<Record<string, unknown>>;

/** The fields of a class that say what is hidden, themselves or by a part of theirs; every imported listing is asked. */
const sayings = new WeakMap<Class, readonly FieldDeclaration[]>();

function sayingsOf(type: Class): readonly FieldDeclaration[] {
  let fields = sayings.get(type);
  if (!fields) {
    fields = fieldsOf(type).filter(({ shows, of, many }) => shows ?? (of && !many && sayingsOf(of()).length > 0));
    sayings.set(type, fields);
  }
  return fields;
}

/** What a value says is hidden, in its nested objects as well; what items of lists say is about themselves. */
export function hiddenIn(type: Class, given: object): ReadonlySet<Hideable> {
  const value = given as Tree; // declared names are looked up in it
  const hidden = new Set<Hideable>();
  for (const { name, of, shows } of sayingsOf(type)) {
    const part = value[name];
    if (shows && part === false) hidden.add(shows);
    if (of && isObject(part)) for (const one of hiddenIn(of(), part)) hidden.add(one);
  }
  if (hidden.has('suburb')) hidden.add('address');
  return hidden;
}

/**
 * A value as the public sees it: its declared fields and no others; those that are withheld have the value of a field
 * that nothing was given for (ADR 29).
 *
 * @param around what is hidden by the whole that the value is a part of
 */
export function publicForm(type: Class, of: object, around: ReadonlySet<Hideable> = new Set()): Tree {
  const value = of as Tree; // declared names are looked up in it
  const hidden = new Set([...around, ...hiddenIn(type, value)]);
  const shown: Record<string, unknown> = {};
  for (const field of fieldsOf(type)) {
    const given = value[field.name];
    const { withheld } = field;
    const isWithheld = withheld === 'always' || (withheld !== undefined && hidden.has(withheld));
    const leaf = isWithheld ? emptyOf(field) : given === undefined ? undefined : formOf(field, given, hidden);
    if (leaf !== undefined) shown[field.name] = leaf;
  }
  return shown;
}

function formOf({ of, many }: FieldDeclaration, given: unknown, hidden: ReadonlySet<Hideable>): unknown {
  if (!of) return given;
  if (many) return Array.isArray(given) ? given.filter(isObject).map((item) => publicForm(of(), item, hidden)) : given;
  return isObject(given) ? publicForm(of(), given, hidden) : given;
}
