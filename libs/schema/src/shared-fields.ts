import type { Class, FieldDeclaration } from './field-declaration.js';
import { fieldsOf, lineageOf } from './field.js';

/** Classes that exist only to compose the schemas of other classes. */
const parts = new Set<Class>();

/** Gives the fields of a class their own schema; the schemas of all classes with these fields refer to it. */
export function asPart<T extends Class>(type: T): T {
  parts.add(type);
  return type;
}

type Fields = ReadonlySet<FieldDeclaration>;

/** Minimum number of common fields for a shared schema. */
const FEWEST = 2;

/** The own fields of a class, and the classes that provide its other fields. */
export interface Composition {
  readonly fields: FieldDeclaration[];
  readonly bases: readonly Class[];
}

/**
 * Decides how schemas are composed. Two classes share a field if one inherited it from the other, or is a view of the
 * other; fields that only look alike are not shared.
 * @returns the given classes, and classes that at least two of them extend
 */
export function composed(types: ReadonlySet<Class>): Map<Class, Composition> {
  const candidates = new Map<Class, Fields>([...types].map((type) => [type, new Set(fieldsOf(type))]));
  for (const part of [...parts, ...ancestorsOf(types)]) {
    if (!candidates.has(part)) candidates.set(part, commonFields(part, types));
  }
  for (;;) {
    const compositions = new Map([...candidates.keys()].map((type) => [type, compositionOf(type, candidates)]));
    const uses = [...compositions.values()].flatMap(({ bases }) => bases);
    const countOf = (type: Class): number => uses.filter((base) => base === type).length;
    const removable = [...candidates.keys()].filter((type) => !types.has(type) && countOf(type) < 2);
    if (removable.length === 0) return compositions;
    // Removing an unused candidate changes no other composition; removing a used one does.
    const unused = removable.filter((type) => countOf(type) === 0);
    for (const type of unused.length > 0 ? unused : removable.slice(0, 1)) candidates.delete(type);
  }
}

function ancestorsOf(types: ReadonlySet<Class>): Class[] {
  const all = [...types].flatMap((type) => lineageOf(type).slice(0, -1));
  return [...new Set(all)];
}

/** The fields of a class that no derived class redeclares. */
function commonFields(ancestor: Class, types: ReadonlySet<Class>): Fields {
  const heirs = [...types].filter((type) => lineageOf(type).includes(ancestor)).map((type) => new Set(fieldsOf(type)));
  return new Set(fieldsOf(ancestor).filter((field) => heirs.every((fields) => fields.has(field))));
}

/** Takes the best base, then the best base for the remaining fields, until no class fits into them. */
function compositionOf(type: Class, candidates: ReadonlyMap<Class, Fields>): Composition {
  let fields = [...(candidates.get(type) ?? [])];
  const bases: Class[] = [];
  for (;;) {
    const base = baseOf(type, new Set(fields), candidates);
    if (!base) return { fields, bases };
    bases.push(base);
    const inherited = candidates.get(base);
    fields = fields.filter((field) => !inherited?.has(field));
  }
}

/**
 * The best class whose fields are all among the given ones: preferably one that the class extends, else the one with
 * the most fields.
 */
function baseOf(type: Class, fields: Fields, candidates: ReadonlyMap<Class, Fields>): Class | undefined {
  const most = candidates.get(type)?.size ?? 0;
  const possible = [...candidates].flatMap(([base, theirs]) => {
    const isPart = theirs.size >= FEWEST && theirs.size < most && [...theirs].every((field) => fields.has(field));
    const isExtended = lineageOf(type).includes(base) && theirs.size === fieldsOf(base).length;
    return isPart ? [{ base, size: theirs.size, isExtended }] : [];
  });
  possible.sort(
    (one, other) =>
      Number(other.isExtended) - Number(one.isExtended) ||
      other.size - one.size ||
      one.base.name.localeCompare(other.base.name, 'en'), // so that the order of imports does not matter
  );
  return possible[0]?.base;
}
