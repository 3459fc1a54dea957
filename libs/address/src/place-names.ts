import { BEGINNINGS } from './text-words.js';
import { placeWords, STATE_NAMES, stateNamed, type PlaceWord } from './place-words.js';

/** What an ambiguous text stands for is listed up to this number: "pt pt pt pt ..." stands for more than can be looked up. */
const MOST_NAMES = 16;

/** Names of states have at most this many words. */
const LONGEST_STATE = 3;

const POSTCODE = /^\d{3,4}$/;

/** A text that names a place: what the place may be called, and the state and postcode that follow its name. */
export interface PlaceReading {
  /** Canonical names, without abbreviations, the likeliest first; empty if the text has no words. */
  readonly names: readonly string[];
  /** A code in lower case; empty if the text has none. */
  readonly state: string;
  readonly postcode: string;
}

/** These are literal in every search (D5): a text that has one is its own name. */
const LITERAL = /[%_\\]/;

/** The canonical names of a place: "mount gambier" for "MT. GAMBIER"; "point cook" and "port cook" for "Pt Cook". */
export const placeNames = (text: string): string[] => canonicalNames(placeWords(text), text);

/** The canonical names that some words of a text may be. */
export function canonicalNames(words: readonly PlaceWord[], text: string): string[] {
  if (words.length === 0 || LITERAL.test(text)) return asWritten(text);
  const joined = joinBeginnings(words);
  return [...new Set([...expand(joined), ...expand(joinHyphened(joined, text))])].slice(0, MOST_NAMES);
}

const asWritten = (text: string): string[] =>
  text.trim() === '' ? [] : [text.trim().toLowerCase().replaceAll('|', ' ')];

/** The texts that the canonical name of a place may start with, or contain, if a text is part of it: "mount g" for "mt g". */
export function partsOfNames(text: string): string[] {
  if (LITERAL.test(text)) return [];
  const words = joinBeginnings(placeWords(text));
  const last = words.at(-1);
  if (!last) return [];
  return expand([...words.slice(0, -1), { ...last, meanings: [...new Set([last.folded, ...last.meanings])] }]);
}

/** The form in which states are compared: the code in lower case. */
export const stateKey = (state: string): string => stateNamed(state) ?? placeNames(state)[0] ?? '';

/** How a state may be stored, in lower case: by its code, by its name, as it is written. */
export function stateForms(state: string): string[] {
  const code = stateNamed(state);
  return code === undefined ? [state.toLowerCase()] : [code, STATE_NAMES.get(code) ?? code];
}

/** The form in which postcodes are compared: those of the Northern Territory have a zero in front. */
export const postcodeKey = (postcode: string): string => {
  const key = placeNames(postcode)[0] ?? '';
  return POSTCODE.test(key) ? key.padStart(4, '0') : key;
};

/**
 * How a text that names a place can be read: "Richmond, Victoria 3121" has a state and a postcode behind the name. A text
 * of a state or a postcode alone is a name.
 */
export function placeReadings(text: string): PlaceReading[] {
  const words = placeWords(text);
  const whole = { names: canonicalNames(words, text), state: '', postcode: '' };
  const [name, tail] = splitTail(words);
  const behind = words[name.length];
  if (!behind) return [whole];
  return [{ names: canonicalNames(name, text.slice(0, behind.from).replace(/[\s,]+$/, '')), ...tail }, whole];
}

function splitTail(words: readonly PlaceWord[]): [PlaceWord[], Omit<PlaceReading, 'names'>] {
  let rest = [...words];
  let [state, postcode] = ['', ''];
  for (;;) {
    const last = rest.at(-1)?.folded ?? '';
    const length = state === '' ? lengthOfState(rest) : 0;
    if (length > 0) state = stateNamed(textOf(rest.slice(-length))) ?? '';
    else if (rest.length > 1 && postcode === '' && POSTCODE.test(last)) postcode = last.padStart(4, '0');
    else if (rest.length === 1 || last !== 'australia') return [rest, { state, postcode }];
    rest = rest.slice(0, -Math.max(1, length));
  }
}

/** The number of words at the end that name a state; something must be before them. */
function lengthOfState(words: readonly PlaceWord[]): number {
  for (let length = Math.min(LONGEST_STATE, words.length - 1); length > 0; length -= 1) {
    if (stateNamed(textOf(words.slice(-length))) !== undefined) return length;
  }
  return 0;
}

const textOf = (words: readonly PlaceWord[]): string => words.map(({ folded }) => folded).join(' ');

function joinBeginnings(words: readonly PlaceWord[]): PlaceWord[] {
  const joined: PlaceWord[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before && BEGINNINGS.has(before.folded)) joined.splice(-1, 1, together(before, word));
    else joined.push(word);
  }
  return joined;
}

const HYPHEN = /^[-\u2010\u2011\u2013]$/;

/** "Ku-ring-gai" is also written as one word. */
function joinHyphened(words: readonly PlaceWord[], text: string): PlaceWord[] {
  const joined: PlaceWord[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before && HYPHEN.test(text.slice(before.to, word.from))) joined.splice(-1, 1, together(before, word));
    else joined.push(word);
  }
  return joined;
}

/** Read again as one word, which may be "McLeod". */
function together(first: PlaceWord, then: PlaceWord): PlaceWord {
  const [{ folded, meanings }] = placeWords(first.folded + then.folded) as [PlaceWord]; // letters and digits are a word
  return { folded, meanings, from: first.from, to: then.to };
}

const expand = (words: readonly PlaceWord[]): string[] =>
  words.reduce<string[]>(
    (names, { meanings }) =>
      names.flatMap((name) => meanings.map((meaning) => `${name}${name && ' '}${meaning}`)).slice(0, MOST_NAMES),
    [''],
  );
