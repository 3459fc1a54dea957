import type { PlaceEntry } from './place-catalog.js';
import { PLACE_TYPES, type SuggestedPlace } from './suggested-place.js';
import type { MatchedWord, TypedWord } from './word-matches.js';

/** The ranks of places, the best first. */
const RANKS = { postcode: 0, start: 1, later: 2, group: 3, typos: 4 } as const;

/** Rank offset of census remainders ("ACT Remainder - Hall"), which nobody means; they come last. */
const LEFT_OVER = 100;

const behind = ({ text }: SuggestedPlace): number => (/\b(remainder|unincorporated)\b/i.test(text) ? LEFT_OVER : 0);

/** A found place. */
export interface RankedPlace {
  readonly entry: PlaceEntry;
  readonly rank: number;
  /** The number of its current listings. */
  readonly listings: number;
  readonly matches: readonly MatchedWord[];
}

/** The rank of a place whose text contains everything typed; undefined if only part of its state was typed. */
export function rankOf(
  entry: PlaceEntry,
  matches: readonly MatchedWord[],
  typed: readonly TypedWord[],
): number | undefined {
  const rank = rankOfMatches(entry, matches, typed);
  return rank === undefined ? undefined : rank + behind(entry.place);
}

function rankOfMatches(
  { place, words }: PlaceEntry,
  matches: readonly MatchedWord[],
  typed: readonly TypedWord[],
): number | undefined {
  const names = matches.filter(({ at }) => words[at]?.kind === 'name');
  const postcode = matches.find(({ at }) => words[at]?.kind === 'postcode');
  if (isGroup(place)) return names.length > 0 ? RANKS.group : undefined;
  if (names.length > 0) return names.every(({ at }, index) => at === index) ? RANKS.start : RANKS.later;
  if (matches.some(({ at }) => words[at]?.kind === 'alias')) return RANKS.group;
  if (postcode) {
    if (postcode.letters === undefined) return RANKS.postcode;
    return place.type === 'postcode' ? RANKS.start : RANKS.later;
  }
  const isWhole =
    place.type === 'suburb' && matches.every(({ at }, index) => words[at]?.forms.includes(typed[index]?.folded ?? ''));
  return isWhole ? RANKS.later : undefined;
}

/** The rank of a place with typos: fewer typos come first; with equally many, regions and areas come last. */
export const rankOfTypos = ({ place }: PlaceEntry, typos: number): number =>
  RANKS.typos + 2 * typos + Number(isGroup(place)) + behind(place);

const isGroup = ({ type }: SuggestedPlace): boolean => type === 'region' || type === 'area';

/** Whether the whole name of the place was typed. */
const isWholeName = ({ entry: { words }, matches }: RankedPlace): boolean =>
  words.every(
    ({ kind }, at) => kind !== 'name' || matches.some((match) => match.at === at && match.letters === undefined),
  );

/**
 * Compares suggestions: by rank, then by number of current listings; with equally many, places whose whole name was
 * typed come first, then by type and text.
 */
export function compareFound(one: RankedPlace, other: RankedPlace): number {
  return (
    one.rank - other.rank ||
    other.listings - one.listings ||
    Number(isWholeName(other)) - Number(isWholeName(one)) ||
    compareTypes(one, other) ||
    compareTexts(one.entry.place.text, other.entry.place.text)
  );
}

const compareTypes = (one: RankedPlace, other: RankedPlace): number =>
  PLACE_TYPES.indexOf(one.entry.place.type) - PLACE_TYPES.indexOf(other.entry.place.type);

const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** Keeps the best of the added places, in order. */
export class Best {
  readonly found: RankedPlace[] = [];

  constructor(private readonly limit: number) {}

  get isFull(): boolean {
    return this.found.length >= this.limit;
  }

  add(one: RankedPlace): void {
    const last = this.found.at(-1);
    if (this.isFull && last && compareFound(one, last) >= 0) return;
    let at = this.found.length;
    while (at > 0 && compareFound(one, this.found[at - 1] as RankedPlace) < 0) at -= 1; // within the array
    this.found.splice(at, 0, one);
    if (this.found.length > this.limit) this.found.pop();
  }
}
