import type { Class, FieldDeclaration } from './field-declaration.js';
import { fieldsOf, lineageOf } from './field.js';

/** Classes of which only the schemas of others are composed. */
const parts = new Set<Class>();

/** Makes the fields of a class a schema of its own, of which the schemas of all classes that have these fields are composed. */
export function asPart<T extends Class>(type: T): T {
  parts.add(type);
  return type;
}

type Fields = ReadonlySet<FieldDeclaration>;

/** Fewer fields in common are not worth a schema. */
const FEWEST = 2;

/**
 * How schemas are composed: each class with its own fields, and the class whose fields it has beside these. Classes have a field
 * in common when one inherited it from the other, or is a view of the other: fields that only look alike are not shared.
 *
 * @returns the given classes, and the classes that at least two of these extend, with their fields and their base
 */
export function composed(
  types: ReadonlySet<Class>,
): Map<Class, { fields: FieldDeclaration[]; base: Class | undefined }> {
  const candidates = new Map<Class, Fields>([...types].map((type) => [type, new Set(fieldsOf(type))]));
  for (const part of [...parts, ...ancestorsOf(types)]) {
    if (!candidates.has(part)) candidates.set(part, commonFields(part, types));
  }
  for (;;) {
    const bases = new Map([...candidates.keys()].map((type) => [type, baseOf(type, candidates)]));
    const uses = [...bases.values()];
    const useless = [...candidates.keys()].find(
      (type) => !types.has(type) && uses.filter((base) => base === type).length < 2,
    );
    if (useless) candidates.delete(useless);
    else return new Map([...candidates].map(([type, fields]) => [type, ownPart(fields, bases.get(type), candidates)]));
  }
}

function ancestorsOf(types: ReadonlySet<Class>): Class[] {
  const all = [...types].flatMap((type) => lineageOf(type).slice(0, -1));
  return [...new Set(all)];
}

/** The fields of a class that none of its heirs declares otherwise. */
function commonFields(ancestor: Class, types: ReadonlySet<Class>): Fields {
  const heirs = [...types].filter((type) => lineageOf(type).includes(ancestor)).map((type) => new Set(fieldsOf(type)));
  return new Set(fieldsOf(ancestor).filter((field) => heirs.every((fields) => fields.has(field))));
}

/** Of the classes that have some of its fields and no other: one that it extends, else the one with the most fields. */
function baseOf(type: Class, candidates: ReadonlyMap<Class, Fields>): Class | undefined {
  const fields = candidates.get(type) ?? new Set();
  const possible = [...candidates].flatMap(([base, theirs]) => {
    const isPart =
      theirs.size >= FEWEST && theirs.size < fields.size && [...theirs].every((field) => fields.has(field));
    const isExtended = lineageOf(type).includes(base) && theirs.size === fieldsOf(base).length;
    return isPart ? [{ base, size: theirs.size, isExtended }] : [];
  });
  possible.sort((one, other) => Number(other.isExtended) - Number(one.isExtended) || other.size - one.size);
  return possible[0]?.base;
}

function ownPart(fields: Fields, base: Class | undefined, candidates: ReadonlyMap<Class, Fields>) {
  const inherited = base && candidates.get(base);
  return { fields: [...fields].filter((field) => !inherited?.has(field)), base };
}
