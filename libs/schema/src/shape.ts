import { isBlankId, type Class, type FieldDeclaration } from './field-declaration.js';
import { fieldsOf } from './field.js';

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a field that nothing is given for; undefined: it is absent. */
export function emptyOf(field: FieldDeclaration): unknown {
  if (field.optional) return undefined;
  if (field.nullable) return null;
  if (field.many) return [];
  if (field.of) return defaultsOf(field.of());
  return field.kind?.empty;
}

/** An object with every declared field at its default (D16). */
export function defaultsOf(type: Class): Tree {
  return applyDefaults(type, {});
}

/** A value by the declarations of its class: the declared fields in their order, missing ones at their default. */
export function applyDefaults(type: Class, value: Tree): Tree {
  const filled: Tree = {};
  for (const field of fieldsOf(type)) {
    const given = value[field.name];
    const leaf = given === undefined || given === null ? emptyOf(field) : fillField(field, given);
    if (leaf !== undefined) filled[field.name] = leaf;
  }
  return filled;
}

function fillField(field: FieldDeclaration, given: unknown): unknown {
  if (!field.of) return isBlankId(field, given) ? null : given;
  const type = field.of();
  if (field.many) return Array.isArray(given) ? given.filter(isTree).map((item) => applyDefaults(type, item)) : [];
  return isTree(given) ? applyDefaults(type, given) : defaultsOf(type);
}

/** The fields of a complete value that a class declares, in its order; nested values are not changed. */
export function pickFields(type: Class, value: object): Tree {
  const given = value as Tree; // declared names are looked up in it
  const picked: Tree = {};
  for (const { name } of fieldsOf(type)) if (given[name] !== undefined) picked[name] = given[name];
  return picked;
}

/**
 * A deep merge (D17): objects field by field, arrays as a whole; null resets to the default, undefined changes nothing.
 */
export function mergeFields(type: Class, current: Tree, patch: Tree): Tree {
  const merged: Tree = { ...current };
  for (const field of fieldsOf(type)) {
    const change = patch[field.name];
    if (change === undefined) continue;
    const before = current[field.name];
    if (change !== null && field.of && !field.many && isTree(change)) {
      merged[field.name] = mergeFields(field.of(), isTree(before) ? before : {}, change);
    } else {
      merged[field.name] = change === null ? emptyOf(field) : fillField(field, change);
    }
  }
  return merged;
}
