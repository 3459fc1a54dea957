import type { Chance } from './chance.js';

const TRIES = 50;
/** A directory of a few thousand listings, for a trial of the bench, does not have as many requests. */
const WIDEST = 40;

/**
 * Draws the path of a request.
 *
 * @param spread 0 draws requests as people send them. It grows when the draws repeat each other; then limits and pages
 * vary.
 */
export type DrawPath = (chance: Chance, spread: number) => string;

/** Draws a number of different requests, in the order of their draws; popular requests repeat. */
export function drawRequests(chance: Chance, drawPath: DrawPath, wanted: number): string[] {
  const requests: string[] = [];
  let different = 0;
  for (const { path, isNew } of draws(chance, drawPath, new Set(), wanted)) {
    different += isNew ? 1 : 0;
    // Repetitions count as long as they leave room for new requests.
    if (isNew || requests.length - different < wanted) requests.push(path);
  }
  return requests;
}

/** Draws a number of different requests, each once and none of the known ones, to which they are added. */
export function drawFresh(chance: Chance, drawPath: DrawPath, wanted: number, known: Set<string>): string[] {
  return [...draws(chance, drawPath, known, wanted)].flatMap(({ path, isNew }) => (isNew ? [path] : []));
}

function* draws(chance: Chance, drawPath: DrawPath, known: Set<string>, wanted: number) {
  const all = known.size + wanted;
  for (let spread = 0, vain = 0; known.size < all && spread <= WIDEST;) {
    const path = drawPath(chance, spread);
    const isNew = !known.has(path);
    known.add(path);
    yield { path, isNew };
    vain = isNew ? 0 : vain + 1;
    if (vain > TRIES) [spread, vain] = [spread + 1, 0];
  }
}

/** Varies requests when no natural ones are left: a limit around 20, then further pages. */
export function varied(chance: Chance, spread: number): Record<string, number> {
  if (spread === 0) return {};
  const range = Math.min(spread, 15);
  const page = chance.integer(1, Math.max(1, spread - 15));
  return { limit: chance.integer(20 - range, 20 + range), ...(page > 1 && { page }) };
}

export function pathOf(path: string, query: Record<string, string | number>): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}
