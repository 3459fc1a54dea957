import { namesOf } from './place-names.js';
import { placeWords, stateNamed, type PlaceWord } from './place-words.js';
import { STREET_TYPES } from './street-types.js';

/** Names of places have at most this many words. */
const LONGEST = 4;

/** Names of states have at most this many words. */
const LONGEST_STATE = 3;

const POSTCODE = /^\d{4}$/;

/** Words of a text that may name a place, and what that would be called. */
export interface PlaceRun {
  /** The words of the run: those from `from` to the one before `to`. */
  readonly from: number;
  readonly to: number;
  /** What the suburb or region may be called; null: a postcode alone. */
  readonly names: readonly string[] | null;
  /** A state that follows the name, in lower case. */
  readonly state: string | null;
  readonly postcode: string | null;
  /** The type of a street follows: "richmond road". */
  readonly isStreet: boolean;
}

/** The runs of words that may name a suburb or a region ("st kilda", "richmond vic", "kew vic 3101"), or a postcode. */
export function placeRuns(text: string): PlaceRun[] {
  const words = placeWords(text);
  const runs = words.flatMap(({ folded }, from) => [
    ...(POSTCODE.test(folded) ? withState(words, { from, to: from + 1, names: null, postcode: folded }) : []),
    ...Array.from({ length: Math.min(LONGEST, words.length - from) }, (_, more) => from + more + 1).flatMap((to) => {
      const names = namesOf(words.slice(from, to), text);
      return withState(words, { from, to, names, postcode: null }).flatMap((run) => withPostcode(words, run));
    }),
  ]);
  return runs.map((run) => ({ ...run, isStreet: isStreet(words[run.to]) }));
}

type NamedRun = Omit<PlaceRun, 'isStreet'>;

const isStreet = (next: PlaceWord | undefined): boolean => next !== undefined && STREET_TYPES.has(next.folded);

/** The run, and the same with the name of a state behind it. */
function withState(words: readonly PlaceWord[], run: Omit<NamedRun, 'state'>): NamedRun[] {
  const longer = Array.from({ length: LONGEST_STATE }, (_, more) => run.to + more + 1).flatMap((to) => {
    const named = words.slice(run.to, to).map(({ folded }) => folded);
    const state = to <= words.length ? stateNamed(named.join(' ')) : undefined;
    return state === undefined ? [] : [{ ...run, to, state }];
  });
  return [{ ...run, state: null }, ...longer];
}

/** The run, and the same with a postcode behind it. */
function withPostcode(words: readonly PlaceWord[], run: NamedRun): NamedRun[] {
  const postcode = words[run.to]?.folded ?? '';
  return POSTCODE.test(postcode) ? [run, { ...run, to: run.to + 1, postcode }] : [run];
}
