import { Chance, weighted } from './chance.js';
import { countsOfPlace } from './facet-paths.js';
import {
  allCurrent,
  almostAllCurrent,
  almostAllDeep,
  anyWebsite,
  deepPage,
  hundred,
  hundredCards,
  inSuburb,
  ofAgent,
  oneListing,
  oneWebsite,
  oneWebsiteFiltered,
  partOfAddress,
  regionsAndFlags,
  twoWords,
  withoutPlace,
} from './listing-paths.js';
import type { Lore } from './lore.js';
import { aroundPlace, mapWindow } from './map-paths.js';
import { accountsByWords, agentsWithStatistics, propertiesOfSuburb, suburbsStartingWith } from './other-paths.js';
import { CLASSES, MIX, type ClassKey, type DrawnKey, type RequestClass } from './request-class.js';
import { drawFresh, drawRequests, type MakePath } from './requests.js';
import { beginningOfSuburb } from './suggest-paths.js';

const SEED = 4;

const MAKERS: Record<DrawnKey, (lore: Lore) => MakePath> = {
  a: oneWebsite,
  a2: oneWebsiteFiltered,
  a3: anyWebsite,
  b: inSuburb,
  c: allCurrent,
  d: deepPage,
  e: oneListing,
  f: suburbsStartingWith,
  g: regionsAndFlags,
  h: partOfAddress,
  i: ofAgent,
  j: withoutPlace,
  k: hundred,
  l: agentsWithStatistics,
  m: accountsByWords,
  n: propertiesOfSuburb,
  o: oneListing,
  p: mapWindow,
  q: aroundPlace,
  r: countsOfPlace,
  s: beginningOfSuburb,
  u: hundredCards,
  t: twoWords,
};

/** Of one list there are many pages but only one total: lists that nobody has asked for have conditions of their own. */
const FRESH_MAKERS: Partial<Record<DrawnKey, (lore: Lore) => MakePath>> = { c: almostAllCurrent, d: almostAllDeep };

/** What is drawn of a class. */
interface Drawn {
  readonly paths: readonly string[];
  readonly fresh: readonly string[];
}

/**
 * The requests of each class, the same for the same directory.
 *
 * @param seconds for how long those that were never asked must suffice, of all servers together; 0: none are needed
 */
export function drawClasses(lore: Lore, keys: readonly ClassKey[], seconds: number): RequestClass[] {
  const drawn = new Map<DrawnKey, Drawn>();
  const requestsOf = (key: DrawnKey): Drawn => {
    const known = drawn.get(key) ?? draw(key, lore, seconds);
    drawn.set(key, known);
    return known;
  };
  return keys.map((key) => ({
    key,
    title: CLASSES[key].title,
    ...(key === 'mix' ? mixed(requestsOf, seconds) : requestsOf(key)),
    isConditional: key === 'o',
  }));
}

function draw(key: DrawnKey, lore: Lore, seconds: number): Drawn {
  const { popular, pace } = CLASSES[key];
  const paths = drawRequests(new Chance(SEED, key), MAKERS[key](lore), popular);
  const make = (FRESH_MAKERS[key] ?? MAKERS[key])(lore);
  const fresh = drawFresh(new Chance(SEED + 1, key), make, Math.ceil(pace * seconds), paths);
  return { paths, fresh };
}

/** The classes in their proportions, each in its own order. */
function mixed(requestsOf: (key: DrawnKey) => Drawn, seconds: number): Drawn {
  const { popular, pace } = CLASSES.mix;
  return {
    paths: mixedOf((key) => requestsOf(key).paths, popular),
    // From the end: a class that is measured by itself takes them from the start.
    fresh: mixedOf((key) => requestsOf(key).fresh.toReversed(), Math.ceil(pace * seconds)),
  };
}

function mixedOf(requestsOf: (key: DrawnKey) => readonly string[], count: number): string[] {
  const chance = new Chance(SEED, 'mix');
  const shares = weighted(Object.entries(MIX) as [DrawnKey, number][], ([, share]) => share); // MIX's keys are classes
  const lists = new Map(shares.items.map(([key]) => [key, { requests: requestsOf(key), at: 0 }]));
  return Array.from({ length: count }, () => {
    const list = lists.get(chance.draw(shares)[0]);
    return list?.requests[list.at++ % list.requests.length] ?? '';
  });
}
