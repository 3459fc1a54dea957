import type { Kind } from '@app/schema';

/** The log omits longer values and values with other characters. */
const PLAIN = /^[\w.,:+-]{1,100}$/;

const PLAIN_FORMATS = new Set(['date', 'date-time', 'uuid']);

/** The kinds of all declared parameters by name, over all queries. */
const declared = new Map<string, Kind[]>();

/** Registers the kind of a declared parameter. */
export function registerParameter(name: string, kind: Kind): void {
  declared.set(name, [...(declared.get(name) ?? []), kind]);
}

/** Whether any query has a parameter of this name. */
export const isParameter = (name: string): boolean => declared.has(name);

/**
 * Whether a text names no person and no place, so that the log may contain it at every level (B35): the kind of the
 * parameter is, in every query, a number, a date or an enum.
 */
export function isPlainValue(name: string, text: string): boolean {
  const kinds = declared.get(name);
  if (!kinds || !PLAIN.test(text) || !kinds.every(isPlain)) return false;
  return text.split(',').every((item) => kinds.some((kind) => kind.parse(item) !== undefined));
}

const plain = new WeakMap<Kind, boolean>();

function isPlain(kind: Kind): boolean {
  let known = plain.get(kind);
  if (known === undefined) plain.set(kind, (known = hasPlainSchema((kind.query ?? kind).schema)));
  return known;
}

function hasPlainSchema({ type, enum: words, format, oneOf, anyOf }: Kind['schema']): boolean {
  const choices = oneOf ?? anyOf;
  if (choices) return choices.every((choice) => !('$ref' in choice) && hasPlainSchema(choice));
  if (words || PLAIN_FORMATS.has(format ?? '')) return true;
  return [type].flat().every((name) => name === 'boolean' || name === 'integer' || name === 'number');
}
