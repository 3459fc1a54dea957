import { Chance, weighted } from './chance.js';
import {
  allCurrent,
  deepPage,
  hundred,
  inSuburb,
  ofAgent,
  oneListing,
  oneWebsite,
  partOfAddress,
  regionsAndFlags,
  withoutPlace,
} from './listing-paths.js';
import type { Lore } from './lore.js';
import { accountsByWords, agentsWithStatistics, propertiesOfSuburb, suburbsStartingWith } from './other-paths.js';
import { MIX, TITLES, type ClassKey, type DrawnKey, type RequestClass } from './request-class.js';
import { drawRequests, type MakePath } from './requests.js';

const SEED = 4;
const MIXED_REQUESTS = 4_000;

const MAKERS: Record<DrawnKey, (lore: Lore) => MakePath> = {
  a: oneWebsite,
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
};

/** The requests of each class, the same for the same directory. */
export function drawClasses(lore: Lore, keys: readonly ClassKey[]): RequestClass[] {
  const drawn = new Map<DrawnKey, string[]>();
  const requestsOf = (key: DrawnKey): string[] => {
    const known = drawn.get(key) ?? drawRequests(new Chance(SEED, key), MAKERS[key](lore));
    drawn.set(key, known);
    return known;
  };
  return keys.map((key) => ({
    key,
    title: TITLES[key],
    paths: key === 'mix' ? mixed(requestsOf) : requestsOf(key),
    isConditional: key === 'o',
  }));
}

/** The classes in their proportions, each in its own order. */
function mixed(requestsOf: (key: DrawnKey) => string[]): string[] {
  const chance = new Chance(SEED, 'mix');
  const shares = weighted(Object.entries(MIX) as [DrawnKey, number][], ([, share]) => share); // MIX's keys are classes
  const asked = new Map<DrawnKey, number>();
  return Array.from({ length: MIXED_REQUESTS }, () => {
    const [key] = chance.draw(shares);
    const at = asked.get(key) ?? 0;
    asked.set(key, at + 1);
    const requests = requestsOf(key);
    return requests[at % requests.length] ?? '';
  });
}
