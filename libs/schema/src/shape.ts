import { isBlankId, type Class, type FieldDeclaration } from './field-declaration.js';
import { fieldsOf } from './field.js';
import { trimmedValue } from './kind.js';

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a field that was not given; undefined: the field is absent. */
export function emptyOf(field: FieldDeclaration): unknown {
  if (field.optional) return undefined;
  if (field.nullable) return null;
  if (field.many) return [];
  if (field.of) return defaultsOf(field.of());
  return field.kind?.empty;
}

/** An object with every declared field at its default (D16). */
export function defaultsOf<T extends object>(type: Class<T>): T {
  return applyDefaults(type, {});
}

/** The declared fields of a value in declaration order; missing ones have their default. */
export function applyDefaults<T extends object>(type: Class<T>, value: object): T {
  const values = value as Tree; // declared names are looked up in it
  const filled: Tree = {};
  for (const field of fieldsOf(type)) {
    const given = values[field.name];
    const leaf = given === undefined || given === null ? emptyOf(field) : fillField(field, given);
    if (leaf !== undefined) filled[field.name] = leaf;
  }
  return filled as T; // its declared fields
}

function fillField(field: FieldDeclaration, given: unknown): unknown {
  if (field.kind) return isBlankId(field, given) ? null : trimmedValue(field.kind, given);
  const type = field.of!(); // a field without a kind has one
  if (field.many) return Array.isArray(given) ? given.filter(isTree).map((item) => applyDefaults(type, item)) : [];
  return isTree(given) ? applyDefaults(type, given) : defaultsOf(type);
}

/** The declared fields of a complete value, in declaration order; nested values are not changed. */
export function pickFields(type: Class, value: object): Tree {
  const given = value as Tree; // declared names are looked up in it
  const picked: Tree = {};
  for (const { name } of fieldsOf(type)) if (given[name] !== undefined) picked[name] = given[name];
  return picked;
}

/**
 * A deep merge (D17): objects are merged field by field, arrays are replaced, null resets to the default, undefined
 * changes nothing.
 */
export function mergeFields<T extends object>(type: Class<T>, current: object, patch: object): T {
  const merged: Tree = { ...current };
  const changes = patch as Tree; // declared names are looked up in it
  for (const field of fieldsOf(type)) {
    const change = changes[field.name];
    if (change === undefined) continue;
    const before = merged[field.name];
    if (change !== null && field.of && !field.many && isTree(change)) {
      merged[field.name] = mergeFields(field.of(), isTree(before) ? before : {}, change);
    } else {
      merged[field.name] = change === null ? emptyOf(field) : fillField(field, change);
    }
  }
  return merged as T; // merging into T gives T
}

/**
 * Adds the undeclared members of a stored value to the value that replaces it, at every depth: a later release wrote
 * them (B81). Items of lists keep theirs if their declared fields are unchanged.
 * @returns `next` itself if the stored value has none
 */
export function keepUnknown<T extends object>(type: Class, stored: object, next: T): T {
  const fields = new Map(fieldsOf(type).map((field) => [field.name, field]));
  const kept: Tree = {};
  for (const [name, before] of Object.entries(stored)) {
    const field = fields.get(name);
    const after = (next as Tree)[name];
    if (!field && after === undefined) kept[name] = before;
    if (!field?.of || after === undefined) continue;
    const value = field.many ? keepUnknownItems(field.of(), before, after) : keepUnknownIn(field.of(), before, after);
    if (value !== after) kept[name] = value;
  }
  return Object.keys(kept).length === 0 ? next : { ...next, ...kept };
}

const keepUnknownIn = (type: Class, before: unknown, after: unknown): unknown =>
  isTree(before) && isTree(after) ? keepUnknown(type, before, after) : after;

function keepUnknownItems(type: Class, before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after)) return after;
  const extended = new Map(
    before.flatMap((item: unknown) => {
      const declared = isTree(item) && applyDefaults(type, item);
      return declared && keepUnknown(type, item, declared) !== declared ? [[JSON.stringify(declared), item]] : [];
    }),
  );
  if (extended.size === 0) return after;
  return after.map((item: unknown) => {
    const stored = isTree(item) && extended.get(JSON.stringify(applyDefaults(type, item)));
    return stored ? keepUnknown(type, stored, item) : item;
  });
}

/** Parses JSON text that the service wrote, so that its type is known. */
export const parseStored = <T>(text: string): T => JSON.parse(text) as T;
