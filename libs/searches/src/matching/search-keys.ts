import { hash } from 'node:crypto';
import { boxesOnMap, hasLocalMap, type Box } from '@app/lists';
import type { NarrowRow } from '@app/cache';
import type { ListingsQuery } from '@app/listings';
import { placeKeysNeeded } from '@app/suburbs';

/** Must be increased when the rule of the keys changes, so that keys of stored searches are rebuilt. */
export const KEYS_VERSION = 1;

/** The keys for finding the searches that a changed listing may match: the listing has one of them. */
export interface SearchKeys {
  readonly keys: readonly string[];
  /** Whether the keys are those of the surrounding suburbs. */
  readonly isWidened: boolean;
  /** Whether the query has no place, account, agent or id, so that it is compared with all or many changes. */
  readonly isBroad: boolean;
}

/** The price limits of a query; null: none. */
export interface PriceBounds {
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
}

export const boundsOf = ({ minPrice, maxPrice }: ListingsQuery): PriceBounds => ({
  minPrice: minPrice ?? null,
  maxPrice: maxPrice ?? null,
});

/** Whether a logged row may be within price limits: a cheap check before a query is compiled. */
export function mayBeWithin({ minPrice, maxPrice }: PriceBounds, { price, price_to: to }: NarrowRow): boolean {
  if (typeof price !== 'number') return minPrice === null && maxPrice === null;
  const highest = typeof to === 'number' ? to : price;
  return (minPrice === null || highest >= minPrice) && (maxPrice === null || price <= maxPrice);
}

/** The key of searches that may match any listing. */
const ANYWHERE = 'anywhere';
const ofSite = (websiteID: unknown): string => `site ${String(websiteID)}`;
const ofSuburb = (id: unknown): string => `suburb ${String(id)}`;
const ofId = (id: unknown): string => `id ${String(id)}`;
const ofUid = (uid: unknown): string => `uid ${String(uid)}`;
const ofUniqueId = (id: unknown): string => `unique ${String(id)}`;
const ofOffice = (id: unknown): string => `office ${String(id)}`;

/** A search over more suburbs is compared with every change. */
const MOST_SUBURBS = 300;
/**
 * The finest level of map cells. Level n divides the world into 2^n by 2^n cells; the finest have sides of some
 * kilometres.
 */
const FINEST = 12;
/** Maximum number of cells that cover the map filters of a query. */
const MOST_CELLS = 16;

const NAMES = ['suburb', 'fullSuburb', 'postcode', 'region', 'areaname'] as const;

/**
 * The keys of a query.
 * @param around the ids of the suburbs in the query and their surrounding suburbs, if it includes these
 */
export function keysOfQuery(query: ListingsQuery, around: readonly number[] | undefined): SearchKeys {
  const narrow = (keys: readonly string[]): SearchKeys => ({ keys, isWidened: false, isBroad: false });
  const { ids, uniqueID, uniqueIDs, websiteID, agentID, agent, agents, agentSlug } = query;
  if (ids) return narrow(ids.map((one) => (typeof one === 'number' ? ofId(one) : ofUid(one.toLowerCase()))));
  if (uniqueID !== undefined) return narrow([ofUniqueId(uniqueID)]);
  if (uniqueIDs) return narrow(uniqueIDs.map(ofUniqueId));
  if (around && around.length <= MOST_SUBURBS)
    return { keys: [...around.map(ofSuburb), ...namedAlone(query)], isWidened: true, isBroad: false };
  const boxes = boxesOnMap(query);
  if (!around && isPlaced(query)) return narrow(placeKeysNeeded(query) ?? []);
  if (boxes && hasLocalMap(query)) return narrow(cellsOf(boxes));
  if (websiteID !== undefined) return narrow([ofSite(websiteID)]);
  if (agentID !== undefined) return narrow([ofOffice(agentID)]);
  const keys = boxes ? cellsOf(boxes) : (placeKeysNeeded(query, true) ?? [ANYWHERE]);
  return { keys, isWidened: false, isBroad: agent === undefined && !agents && agentSlug === undefined };
}

/** Whether a query has places smaller than a state. */
export const isPlaced = (query: ListingsQuery): boolean => NAMES.some((name) => query[name]);

/** The keys of place names, if one filter has all of them; suburbs that are added later also have these keys. */
function namedAlone(query: ListingsQuery): readonly string[] {
  const isAlone = NAMES.filter((name) => query[name]).length === 1;
  return isAlone ? (placeKeysNeeded(query) ?? []) : [];
}

/** The keys of a logged listing. @param placeKeys the keys of its suburb */
export function keysOfListing(row: NarrowRow, placeKeys: readonly string[]): string[] {
  const {
    id,
    uid,
    unique_id: uniqueId,
    agent_id: office,
    suburb_id: suburb,
    shown_by: sites,
    latitude,
    longitude,
  } = row;
  const cells = typeof latitude === 'number' && typeof longitude === 'number' ? cellsAt(latitude, longitude) : [];
  const shownBy = Array.isArray(sites) ? sites.map(ofSite) : [];
  return [
    ANYWHERE,
    ofId(id),
    ofUid(uid),
    ofUniqueId(uniqueId),
    ofOffice(office),
    ofSuburb(suburb),
    ...placeKeys,
    ...shownBy,
    ...cells,
  ];
}

/** Whether the place of a logged listing has one of the keys. @param placeKeys undefined: unknown */
export function isAtKeys(
  row: NarrowRow,
  placeKeys: readonly string[] | undefined,
  keys: ReadonlySet<string>,
): boolean | undefined {
  if (keys.has(ofSuburb(row['suburb_id']))) return true;
  return placeKeys?.some((key) => keys.has(key));
}

/** Equal for searches that match the same listings. @param siteID undefined: all accounts have the same list */
export const groupKeyOf = (query: string, siteID: number | undefined): string =>
  `${siteID ?? ''} ${hash('sha1', query, 'base64url')}`;

const cellAt = (level: number, latitude: number, longitude: number): readonly [x: number, y: number] => {
  const size = 2 ** level;
  const at = (part: number): number => Math.min(size - 1, Math.max(0, Math.floor(part * size)));
  return [at((longitude + 180) / 360), at((latitude + 90) / 180)];
};

const cellKey = (level: number, x: number, y: number): string => `cell ${level} ${x} ${y}`;

const cellsAt = (latitude: number, longitude: number): string[] =>
  Array.from({ length: FINEST + 1 }, (_, level) => cellKey(level, ...cellAt(level, latitude, longitude)));

/** The cells that cover boxes, at the finest possible level. */
function cellsOf(boxes: readonly Box[]): string[] {
  for (let level = FINEST; level > 0; level -= 1) {
    const ranges = boxes.map(({ west, south, east, north }) => {
      const [[left, bottom], [right, top]] = [cellAt(level, south, west), cellAt(level, north, east)];
      return { left, bottom, right, top, count: (right - left + 1) * (top - bottom + 1) };
    });
    if (ranges.reduce((sum, { count }) => sum + count, 0) > MOST_CELLS) continue;
    const cells = new Set<string>();
    for (const { left, bottom, right, top } of ranges)
      for (let x = left; x <= right; x += 1) for (let y = bottom; y <= top; y += 1) cells.add(cellKey(level, x, y));
    return [...cells];
  }
  return [cellKey(0, 0, 0)];
}
