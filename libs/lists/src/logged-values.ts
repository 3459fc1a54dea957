import type { Kind } from '@app/schema';

/** A value of more characters, or of others, is left out of the log. */
const PLAIN = /^[\w.,:+-]{1,100}$/;

const PLAIN_FORMATS = new Set(['date', 'date-time', 'uuid']);

/** The kinds of every declared parameter by name, of all queries. */
const declared = new Map<string, Kind[]>();

/** Registers the kind of a declared parameter. */
export function registerParameter(name: string, kind: Kind): void {
  declared.set(name, [...(declared.get(name) ?? []), kind]);
}

/** Whether some query has a parameter of this name. */
export const isParameter = (name: string): boolean => declared.has(name);

/**
 * Whether a text is a value that names nobody and no place: of a parameter whose kind, in every query, is a number, a date or a word of a
 * list. The log has such values at every level (B35).
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
