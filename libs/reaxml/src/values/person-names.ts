const TITLES = /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|rev|hon|the hon)(?:\.\s*|\s+))+(?=\S)/i;

/** Removes titles from a person's name: "Mr. John Doe" -> "John Doe". */
export const personName = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(TITLES, '');

/** Letters behind a name that do not tell people apart. */
const SUFFIXES = new Set(['jr', 'jnr', 'sr', 'snr', 'oam', 'am', 'ao', 'mba', 'arei']);

/**
 * The words of a person's name for comparisons: without titles, nicknames in brackets, accents, case and punctuation.
 * "Dr. Zoë O'Brien-Lee (Zo)" -> zoe, obrien, lee.
 */
export function nameWords(name: string): string[] {
  const plain = personName(name.replace(/\([^)]*\)|"[^"]*"/g, ' '))
    .normalize('NFKD')
    .replace(/\p{Mark}+|['’‘`]/gu, '')
    .toLowerCase();
  const words = plain.split(/[^\p{Letter}\p{Number}]+/u).filter(Boolean);
  return words.length > 2 ? words.filter((word, at) => at === 0 || !SUFFIXES.has(word)) : words;
}

type Words = readonly string[];

/** Whether two names have the same words in the same order. */
export const isSameName = (one: Words, other: Words): boolean =>
  one.length > 0 && one.length === other.length && one.every((word, at) => word === other[at]);

/** Whether two names differ in middle names, an initial, or the order of their words only. */
export function isAlikeName(one: Words, other: Words): boolean {
  if (one.length < 2 || other.length < 2) return false;
  if (isSameName(one.toSorted(), other.toSorted())) return true;
  return one.at(-1) === other.at(-1) && isSameFirst(one[0] ?? '', other[0] ?? '');
}

const isSameFirst = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) === 1 && one[0] === other[0]);

/** Whether two names have the same first name: the surname may have changed. */
export const isSameFirstName = ([one]: Words, [other]: Words): boolean => one !== undefined && one === other;
