import type { Chance } from './chance.js';

const WANTED = 2_000;
const AT_MOST = 4_000;
const PATIENCE = 50;
/** A directory of a few thousand listings does not have as many; it is for trying the bench out. */
const WIDEST = 40;

/**
 * Makes the path of a request.
 *
 * @param spread 0: as people ask. It grows when that gives no new ones any more; then the path varies by limit and page.
 */
export type MakePath = (chance: Chance, spread: number) => string;

/** At least 2,000 different requests, in the order in which they were drawn: what is popular comes more than once. */
export function drawRequests(chance: Chance, make: MakePath): string[] {
  const different = new Set<string>();
  const requests: string[] = [];
  for (let spread = 0, vain = 0; different.size < WANTED && spread <= WIDEST;) {
    const path = make(chance, spread);
    const isNew = !different.has(path);
    if (isNew) different.add(path);
    // Repetitions belong to it as long as they leave room for what is new.
    if (isNew || requests.length - different.size < AT_MOST - WANTED) requests.push(path);
    vain = isNew ? 0 : vain + 1;
    if (vain > PATIENCE) [spread, vain] = [spread + 1, 0];
  }
  return requests;
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
