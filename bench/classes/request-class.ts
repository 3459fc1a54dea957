import type { Scope } from '../servers/service.js';
import { Chance, weighted } from './chance.js';
import type { DirectoryFacts } from './directory-facts.js';
import * as paths from './paths.js';
import { drawFresh, drawRequests, type DrawPath } from './requests.js';
import * as websites from './website-paths.js';

const SEED = 4;

/** A kind of request. */
interface ClassKind {
  readonly title: string;
  /** Number of requests to draw for each second in which they must be new; 0: only repeated requests are measured. */
  readonly pace: number;
  readonly draws: (facts: DirectoryFacts) => DrawPath;
  /** Number of different requests that are repeated. */
  readonly popular: number;
  /** Draws new requests, if those of `draws` share their total. */
  readonly drawsNew?: (facts: DirectoryFacts) => DrawPath;
  /** Sends the ETag of the previous response, so that 304 is the expected status. */
  readonly isConditional?: boolean;
  /** The scope of the key pair. */
  readonly scope?: Scope;
}

/** A portal repeats few requests for lists that take milliseconds. */
const FEW = { popular: 200 };
/** More pages of full items than the response cache holds uncompressed. */
const MANY = { popular: 5_000 };

const kind = (title: string, pace: number, draws: ClassKind['draws'], more: Partial<ClassKind> = {}): ClassKind => ({
  title,
  pace,
  draws,
  popular: 2_000,
  ...more,
});

/** A request of a website, with a `public` pair. */
const ofWebsite = (title: string, pace: number, draws: ClassKind['draws'], popular = 2_000) =>
  kind(title, pace, draws, { popular, scope: 'public' });

const KINDS = {
  cards: ofWebsite('20 cards of a suburb', 4_000, websites.suburbCards),
  page: ofWebsite('20 whole items of a suburb', 4_000, websites.suburbPage),
  hundred: ofWebsite('100 whole items', 1_000, paths.hundred, 200),
  home: ofWebsite('one home by id', 5_000, websites.oneHome),
  facets: ofWebsite('counts of a suburb', 2_000, websites.suburbFacets, 200),
  clusters: ofWebsite('clusters of a map', 2_000, websites.mapClusters, 200),
  statistics: ofWebsite('statistics of a suburb', 500, websites.suburbStatistics, 50),
  market: ofWebsite('statistics of a state or the country', 20, websites.wideMarket, 20),
  calendar: ofWebsite('calendar of a suburb', 1_000, websites.suburbCalendar, 200),
  a: kind('one website, newest', 4_000, paths.oneWebsite, MANY),
  a2: kind('one website with a filter', 4_000, paths.oneWebsiteFiltered),
  b: kind('suburb, bedrooms, price range', 4_000, paths.inSuburb, MANY),
  c: kind('all current, newest', 1_000, paths.allCurrent, { drawsNew: paths.almostAllCurrent }),
  d: kind('page 5,000', 500, paths.allDeep, { drawsNew: paths.almostAllDeep }),
  e: kind('one listing by id', 15_000, paths.oneListing),
  f: kind('suburbs that start with', 10_000, paths.suburbsStartingWith),
  g: kind('regions and flags', 2_000, paths.regionsAndFlags, FEW),
  h: kind('part of an address', 2_000, paths.partOfAddress, FEW),
  i: kind('by agent slug', 4_000, paths.byAgent),
  j: kind('flags, bedrooms, price, no place', 500, paths.withoutPlace, FEW),
  k: kind('100 items a page', 1_000, paths.hundred, FEW),
  o: kind('one listing, If-None-Match', 0, paths.oneListing, { isConditional: true }),
  p: kind('map window of 20 km', 4_000, paths.mapWindow, FEW),
  q: kind('within 5 km, the nearest first', 4_000, paths.aroundPlace, FEW),
  t: kind('listings by two words', 2_000, paths.twoWords, FEW),
  u: kind('100 cards a page', 4_000, paths.hundredCards, FEW),
} satisfies Record<string, ClassKind>;

/** The mix: the share of each class in percent. */
const MIX: Partial<Record<keyof typeof KINDS, number>> = { a: 25, b: 22, c: 5, d: 1, e: 30, f: 7, g: 4, h: 2, i: 4 };

function mixOf(drawsOf: (kind: ClassKind) => ClassKind['draws']): ClassKind['draws'] {
  return (facts) => {
    const kinds = Object.entries(KINDS).map(
      ([key, each]) => [MIX[key as keyof typeof KINDS] ?? 0, drawsOf(each)(facts)] as const,
    );
    const shares = weighted(kinds, ([share]) => share);
    return (chance, spread) => chance.draw(shares)[1](chance, spread);
  };
}

const mixOfNew = mixOf(({ draws, drawsNew = draws }) => drawsNew);

export const CLASSES = {
  ...KINDS,
  mix: kind(
    'a to i, mixed',
    4_000,
    mixOf(({ draws }) => draws),
    { popular: 4_000, drawsNew: mixOfNew },
  ),
};

export type ClassKey = keyof typeof CLASSES;
export const CLASS_KEYS = Object.keys(CLASSES) as ClassKey[]; // only its own keys

/** The requests of a class. */
export interface RequestClass {
  readonly key: ClassKey;
  readonly title: string;
  /** Paths with queries, repeated in this order; popular ones occur more often. */
  readonly paths: readonly string[];
  /**
   * Paths that are requested once. No earlier request of this class, or of a class with its scope, reads the same list.
   */
  readonly fresh: readonly string[];
  readonly isConditional: boolean;
  readonly scope: Scope;
}

/**
 * The requests of each class, the same for the same directory.
 *
 * @param seconds how long the new requests of a class must last, for all servers together; 0: none are drawn
 */
export function drawClasses(facts: DirectoryFacts, keys: readonly ClassKey[], seconds: number): RequestClass[] {
  const known = { operator: new Set<string>(), public: new Set<string>() };
  return keys.map((key) => {
    const { title, pace, popular, draws, drawsNew = draws, isConditional = false, scope = 'operator' } = CLASSES[key];
    const requests = drawRequests(new Chance(SEED, key), draws(facts), popular);
    for (const path of requests) known[scope].add(path);
    const fresh = drawFresh(new Chance(SEED + 1, key), drawsNew(facts), Math.ceil(pace * seconds), known[scope]);
    return { key, title, paths: requests, fresh, isConditional, scope };
  });
}
