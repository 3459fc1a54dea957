import { canonicalNames } from './place-names.js';
import { nameKey } from './place-keys.js';
import { stateNamed, type PlaceWord } from './place-words.js';
import { STREET_TYPES } from './street-types.js';

/** Maximum number of words in the name of a place. */
const LONGEST = 4;

/** Maximum number of words in the name of a state. */
const LONGEST_STATE = 3;

const POSTCODE = /^\d{4}$/;

/** Consecutive words that may refer to a place, and the keys of possible places. */
export interface PlaceRun {
  /** The words from `from` to the one before `to`. */
  readonly from: number;
  readonly to: number;
  /** The keys of suburbs that the words may refer to; a suburb must also have the keys of `within`. */
  readonly suburbs: readonly string[];
  readonly within: readonly string[];
  readonly regions: readonly string[];
  /** The code of a state, in lower case, if the words are only a state. */
  readonly state: string | null;
  /** Whether the type of a street follows: "richmond road". */
  readonly isStreet: boolean;
}

/** A state or postcode next to the name of a place. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly state: string;
  readonly postcode: string;
}

/**
 * The runs of words that may refer to a suburb or region ("st kilda", "richmond vic", "3101 kew"), a postcode or a
 * state.
 */
export function placeRuns(words: readonly PlaceWord[], text: string): PlaceRun[] {
  const parts = partsOf(words);
  const named = words.flatMap((_, from) =>
    Array.from({ length: Math.min(LONGEST, words.length - from) }, (__, more) => from + more + 1).flatMap((to) => {
      const names = canonicalNames(words.slice(from, to), text);
      return surrounded({ from, to, state: '', postcode: '' }, parts).map((place) => runOf(names, place));
    }),
  );
  const unnamed = parts.map(({ from, to, state, postcode }) => ({
    from,
    to,
    suburbs: postcode === '' ? [] : [nameKey('postcode', postcode)],
    within: postcode === '' || state === '' ? [] : [nameKey('state', state)],
    regions: [],
    state: postcode === '' ? state : null,
  }));
  return [...named, ...unnamed].map((run) => ({ ...run, isStreet: isStreet(words[run.to]) }));
}

const runOf = (names: readonly string[], { from, to, state, postcode }: Part) => ({
  from,
  to,
  suburbs: names.map((name) => nameKey('suburb', name, state, postcode)),
  within: [],
  regions: postcode === '' ? names.map((name) => nameKey('region', name, state, '')) : [],
  state: null,
});

const isStreet = (next: PlaceWord | undefined): boolean => next !== undefined && STREET_TYPES.has(next.folded);

/** The states and postcodes among the words, also both together in either order. */
function partsOf(words: readonly PlaceWord[]): Part[] {
  const single = words.flatMap(({ folded }, from): Part[] => [
    ...(POSTCODE.test(folded) ? [{ from, to: from + 1, state: '', postcode: folded }] : []),
    ...Array.from({ length: LONGEST_STATE }, (_, more) => from + more + 1).flatMap((to) => {
      const state = to <= words.length ? stateNamed(wordsOf(words.slice(from, to))) : undefined;
      return state === undefined ? [] : [{ from, to, state, postcode: '' }];
    }),
  ]);
  return [...single, ...single.flatMap((part) => after(part, single))];
}

const wordsOf = (words: readonly PlaceWord[]): string => words.map(({ folded }) => folded).join(' ');

/** A place alone, and with the states and postcodes before and after it. */
function surrounded(place: Part, parts: readonly Part[]): Part[] {
  const followed = [place, ...after(place, parts)];
  return [...followed, ...followed.flatMap((one) => before(one, parts))];
}

const after = (place: Part, parts: readonly Part[]): Part[] =>
  parts.flatMap((part) => (part.from === place.to ? joined(place, part) : []));

const before = (place: Part, parts: readonly Part[]): Part[] =>
  parts.flatMap((part) => (part.to === place.from ? joined(place, part) : []));

/** Combines a place and a part; empty if this would give two states or two postcodes. */
function joined(place: Part, part: Part): Part[] {
  if ((place.state !== '' && part.state !== '') || (place.postcode !== '' && part.postcode !== '')) return [];
  const [from, to] = [Math.min(place.from, part.from), Math.max(place.to, part.to)];
  return [{ from, to, state: place.state || part.state, postcode: place.postcode || part.postcode }];
}
