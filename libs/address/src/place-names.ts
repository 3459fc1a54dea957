import { BEGINNINGS } from './text-words.js';
import { placeWords, STATE_NAMES, stateNamed, type PlaceWord } from './place-words.js';

/** Maximum number of meanings of an ambiguous text: "pt pt pt pt ..." has more than can be looked up. */
const MOST_NAMES = 16;

/** Maximum number of words in the name of a state. */
const LONGEST_STATE = 3;

const POSTCODE = /^\d{3,4}$/;

/** A reading of a text as a place: its possible names, and the state and postcode after the name. */
export interface PlaceReading {
  /** Canonical names, without abbreviations, the likeliest first; empty if the text has no words. */
  readonly names: readonly string[];
  /** A code in lower case; empty if the text contains none. */
  readonly state: string;
  readonly postcode: string;
}

/** These characters are literal in every search (D5), so a text that contains one is not canonicalized. */
const LITERAL = /[%_\\]/;

/**
 * The canonical names of a place: "mount gambier" for "MT. GAMBIER", and "point cook" and "port cook" for "Pt Cook".
 */
export const placeNames = (text: string): string[] => canonicalNames(placeWords(text), text);

/** The canonical names that some words of a text may stand for. */
export function canonicalNames(words: readonly PlaceWord[], text: string): string[] {
  if (words.length === 0 || LITERAL.test(text)) return asWritten(text);
  const joined = joinBeginnings(words);
  return [...new Set([...expand(joined), ...expand(joinHyphened(joined, text))])].slice(0, MOST_NAMES);
}

const asWritten = (text: string): string[] =>
  text.trim() === '' ? [] : [text.trim().toLowerCase().replaceAll('|', ' ')];

/** The texts to search for in canonical names of places if the text is part of a name: "mount g" for "mt g". */
export function partsOfNames(text: string): string[] {
  if (LITERAL.test(text)) return [];
  const words = joinBeginnings(placeWords(text));
  const last = words.at(-1);
  if (!last) return [];
  return expand([...words.slice(0, -1), { ...last, meanings: [...new Set([last.folded, ...last.meanings])] }]);
}

/** The form in which states are compared: the code in lower case. */
export const stateKey = (state: string): string => stateNamed(state) ?? placeNames(state)[0] ?? '';

/** The possible stored forms of a state, in lower case: its code, its name, or as written. */
export function stateForms(state: string): string[] {
  const code = stateNamed(state);
  return code === undefined ? [state.toLowerCase()] : [code, STATE_NAMES.get(code) ?? code];
}

/** The form in which postcodes are compared; a leading zero is added for the Northern Territory. */
export const postcodeKey = (postcode: string): string => {
  const key = placeNames(postcode)[0] ?? '';
  return POSTCODE.test(key) ? key.padStart(4, '0') : key;
};

/**
 * The readings of a text as a place: "Richmond, Victoria 3121" has a state and a postcode after the name. A state or
 * postcode alone is read as a name.
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

/** The number of words at the end that form the name of a state; at least one word must precede them. */
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

/** Joins hyphenated words: "Ku-ring-gai" is also written as one word. */
function joinHyphened(words: readonly PlaceWord[], text: string): PlaceWord[] {
  const joined: PlaceWord[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before && HYPHEN.test(text.slice(before.to, word.from))) joined.splice(-1, 1, together(before, word));
    else joined.push(word);
  }
  return joined;
}

/** Reads two words again as one, which may be "McLeod". */
function together(first: PlaceWord, then: PlaceWord): PlaceWord {
  // Letters and digits form a word.
  const [{ folded, meanings }] = placeWords(first.folded + then.folded) as [PlaceWord];
  return { folded, meanings, from: first.from, to: then.to };
}

const expand = (words: readonly PlaceWord[]): string[] =>
  words.reduce<string[]>(
    (names, { meanings }) =>
      names.flatMap((name) => meanings.map((meaning) => `${name}${name && ' '}${meaning}`)).slice(0, MOST_NAMES),
    [''],
  );
