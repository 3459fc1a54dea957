import type { DirectoryFacts } from './directory-facts.js';
import * as paths from './paths.js';
import type { DrawPath } from './requests.js';

/** A kind of request. */
export interface ClassKind {
  readonly title: string;
  /** Requests that are drawn for each second in which they must be new; 0: only repeated requests are measured. */
  readonly pace: number;
  readonly draws: (facts: DirectoryFacts) => DrawPath;
  /** How many different requests are repeated. */
  readonly popular: number;
  /** Draws of new requests, where the draws of `draws` share their total. */
  readonly drawsNew?: (facts: DirectoryFacts) => DrawPath;
}

/** Of lists that take milliseconds, a portal repeats few. */
const FEW = { popular: 200 };

const kind = (title: string, pace: number, draws: ClassKind['draws'], more: Partial<ClassKind> = {}): ClassKind => ({
  title,
  pace,
  draws,
  popular: 2_000,
  ...more,
});

export const DRAWN = {
  a: kind('one website, newest', 4_000, paths.oneWebsite),
  a2: kind('one website with a filter', 4_000, paths.oneWebsiteFiltered),
  b: kind('suburb, bedrooms, price range', 4_000, paths.inSuburb),
  c: kind('all current, newest', 1_000, paths.allCurrent, { drawsNew: paths.almostAllCurrent }),
  d: kind('page 5,000', 500, paths.allDeep, { drawsNew: paths.almostAllDeep }),
  e: kind('one listing by id', 15_000, paths.oneListing),
  f: kind('suburbs that start with', 10_000, paths.suburbsStartingWith),
  g: kind('regions and flags', 2_000, paths.regionsAndFlags, FEW),
  h: kind('part of an address', 2_000, paths.partOfAddress, FEW),
  i: kind('by agent slug', 4_000, paths.byAgent),
  j: kind('flags, bedrooms, price, no place', 500, paths.withoutPlace, FEW),
  k: kind('100 items a page', 1_000, paths.hundred, FEW),
  o: kind('one listing, If-None-Match', 0, paths.oneListing),
  p: kind('map window of 20 km', 4_000, paths.mapWindow, FEW),
  q: kind('within 5 km, the nearest first', 4_000, paths.aroundPlace, FEW),
  t: kind('listings by two words', 2_000, paths.twoWords, FEW),
  u: kind('100 cards a page', 4_000, paths.hundredCards, FEW),
} satisfies Record<string, ClassKind>;

/** The mix: the share of each class in percent, and its own number of requests. */
export const MIX = {
  title: 'a to i, mixed',
  pace: 4_000,
  popular: 4_000,
  shares: { a: 25, b: 22, c: 5, d: 1, e: 30, f: 7, g: 4, h: 2, i: 4 },
};

export type DrawnKey = keyof typeof DRAWN;
export type ClassKey = DrawnKey | 'mix';
export const CLASS_KEYS = [...Object.keys(DRAWN), 'mix'] as ClassKey[]; // the keys of the object above

export const CLASS_TITLES: Readonly<Record<ClassKey, string>> = Object.fromEntries(
  CLASS_KEYS.map((key) => [key, key === 'mix' ? MIX.title : DRAWN[key].title]),
) as Record<ClassKey, string>; // every key

/** The requests of a class. */
export interface RequestClass {
  readonly key: ClassKey;
  readonly title: string;
  /** Paths with their queries, repeated in this order; popular ones come more often. */
  readonly paths: readonly string[];
  /** Paths that are asked for once, none of them in `paths`. */
  readonly fresh: readonly string[];
  /** Sends the ETag of the response before: 304 is the right status. */
  readonly isConditional: boolean;
}
