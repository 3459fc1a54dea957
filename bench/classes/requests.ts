import type { Chance } from './chance.js';

const PATIENCE = 50;
/** A directory of a few thousand listings does not have as many; it is for trying the bench out. */
const WIDEST = 40;

/**
 * Makes the path of a request.
 *
 * @param spread 0: as people ask. It grows when that gives no new ones any more; then the path varies by limit and page.
 */
export type MakePath = (chance: Chance, spread: number) => string;

/** So many different requests, in the order in which they were drawn: what is popular comes more than once. */
export function drawRequests(chance: Chance, make: MakePath, wanted: number): string[] {
  const requests: string[] = [];
  let different = 0;
  for (const { path, isNew } of draws(chance, make, new Set(), wanted)) {
    different += isNew ? 1 : 0;
    // Repetitions belong to it as long as they leave room for what is new.
    if (isNew || requests.length - different < wanted) requests.push(path);
  }
  return requests;
}

/** So many different requests, each once, and none of those that are known. */
export function drawFresh(chance: Chance, make: MakePath, wanted: number, known: readonly string[]): string[] {
  const requests: string[] = [];
  for (const { path, isNew } of draws(chance, make, new Set(known), wanted)) if (isNew) requests.push(path);
  return requests;
}

/** Until there are so many new ones, or no more are found. */
function* draws(chance: Chance, make: MakePath, known: Set<string>, wanted: number) {
  const all = known.size + wanted;
  for (let spread = 0, vain = 0; known.size < all && spread <= WIDEST;) {
    const path = make(chance, spread);
    const isNew = !known.has(path);
    known.add(path);
    yield { path, isNew };
    vain = isNew ? 0 : vain + 1;
    if (vain > PATIENCE) [spread, vain] = [spread + 1, 0];
  }
}

/** Once the natural requests are used up: a limit around 20; once those are, the pages behind the first. */
export function varied(chance: Chance, spread: number): Record<string, number> {
  if (spread === 0) return {};
  const range = Math.min(spread, 15);
  const page = chance.integer(1, Math.max(1, spread - 15));
  return { limit: chance.integer(20 - range, 20 + range), ...(page > 1 && { page }) };
}

/** A path with its query; parameters without a value are left out. */
export function pathOf(path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  const search = new URLSearchParams(Object.fromEntries(given)).toString();
  return search === '' ? path : `${path}?${search}`;
}
