import { Chance, weighted } from './chance.js';
import type { DirectoryFacts } from './directory-facts.js';
import { DRAWN, MIX, type ClassKey, type ClassKind, type DrawnKey, type RequestClass } from './request-class.js';
import { drawFresh, drawRequests } from './requests.js';

const SEED = 4;

type Drawn = Pick<RequestClass, 'paths' | 'fresh'>;

/**
 * The requests of each class, the same for the same directory.
 *
 * @param seconds how long the new requests of a class must last, of all servers together; 0: none are drawn
 */
export function drawClasses(facts: DirectoryFacts, keys: readonly ClassKey[], seconds: number): RequestClass[] {
  const drawn = new Map<DrawnKey, Drawn>();
  const requestsOf = (key: DrawnKey): Drawn => {
    const requests = drawn.get(key) ?? draw(key, facts, seconds);
    drawn.set(key, requests);
    return requests;
  };
  return keys.map((key) => {
    if (key === 'mix') {
      return { key, title: MIX.title, ...mixed(requestsOf, seconds), isConditional: false };
    }
    const { title }: ClassKind = DRAWN[key];
    return { key, title, ...requestsOf(key), isConditional: key === 'o' };
  });
}

function draw(key: DrawnKey, facts: DirectoryFacts, seconds: number): Drawn {
  const { pace, popular, draws, drawsNew = draws }: ClassKind = DRAWN[key];
  const paths = drawRequests(new Chance(SEED, key), draws(facts), popular);
  return { paths, fresh: drawFresh(new Chance(SEED + 1, key), drawsNew(facts), Math.ceil(pace * seconds), paths) };
}

/** The classes in their proportions, each in its own order. */
const mixed = (requestsOf: (key: DrawnKey) => Drawn, seconds: number): Drawn => ({
  paths: mixedOf((key) => requestsOf(key).paths, MIX.popular),
  // From the end: the class alone takes them from the start.
  fresh: mixedOf((key) => requestsOf(key).fresh.toReversed(), Math.ceil(MIX.pace * seconds)),
});

function mixedOf(requestsOf: (key: DrawnKey) => readonly string[], count: number): string[] {
  const chance = new Chance(SEED, 'mix');
  const shares = weighted(Object.entries(MIX.shares) as [DrawnKey, number][], ([, share]) => share); // keys of classes
  const lists = new Map(shares.items.map(([key]) => [key, { requests: requestsOf(key), at: 0 }]));
  return Array.from({ length: count }, () => {
    const list = lists.get(chance.draw(shares)[0]);
    return list?.requests[list.at++ % list.requests.length] ?? '';
  });
}
