import { ORDINALS } from './ordinals.js';
import { ABBREVIATIONS } from './place-words.js';
import { STREET_ABBREVIATIONS } from './street-types.js';

/** Other forms of words: "street" and "saint" for "st", "st" for "street", "1st" for "first". */
const FORMS = new Map<string, Set<string>>();

const add = (word: string, form: string) => FORMS.set(word, (FORMS.get(word) ?? new Set<string>()).add(form));

/** A single letter is too ambiguous to be searched for a word. */
const FEWEST_LETTERS = 2;

const LONG_FORMS = [
  ...ABBREVIATIONS,
  ...[...STREET_ABBREVIATIONS].map(([short, long]) => [short, [long]] as const),
  ...[...ORDINALS].filter(([, words]) => words.length === 1),
];
const LONG_WORDS = new Set(LONG_FORMS.flatMap(([, longer]) => longer));
for (const [short, longer] of LONG_FORMS) {
  for (const long of longer.filter((form) => form !== short)) {
    add(short, long);
    if (short.length >= FEWEST_LETTERS) add(long, short);
  }
}

/** The other forms of a word in an address: in full, abbreviated, and the other abbreviations of the same words. */
export function otherForms(word: string): readonly string[] {
  const forms = FORMS.get(word) ?? new Set();
  const alike = LONG_WORDS.has(word) ? [] : [...forms].flatMap((long) => [...(FORMS.get(long) ?? [])]);
  return [...new Set([...forms, ...alike])].filter((form) => form !== word);
}

/** Letters that stand for directions: "e" for "east". */
const INITIALS = new Map(
  [...ABBREVIATIONS]
    .filter(([short]) => short.length < FEWEST_LETTERS)
    .flatMap(([short, longer]) => longer.map((long) => [long, short] as const)),
);

/** The letter for a direction after the type of a street: "Parade E". */
export const initialOf = (word: string): string | undefined => INITIALS.get(word);
