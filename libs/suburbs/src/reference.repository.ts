import { keysOfSuburb, namesState } from '@app/address';
import { fold } from '@app/lists';
import { sql, type SqlExecutor } from '@app/sql';
import { distance } from 'geokdbush';
import type { SuburbPlace } from './reference/index.js';
import type { SuburbKey } from './reference/suburb-names.js';
import { placeKey } from './search/places.repository.js';

/** Every suburb of the reference, as its source gave it. */
export function referencePlaces(executor: SqlExecutor): Promise<SuburbPlace[]> {
  return executor.query<SuburbPlace>(sql`SELECT suburb, state, postcode, area_name AS "areaName", region_name AS "regionName", latitude, longitude,
        time_zone AS "timeZone"
      FROM suburbs WHERE gazetted ORDER BY id`);
}

/** The reference data of a place. */
export interface ReferencePlace extends SuburbKey {
  readonly timeZone: string;
  /** Decimal degrees. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * The suburbs of the reference that some places mean, by their `placeKey`. A place without a postcode or without a state
 * is found if only one place has what it gives.
 */
export async function findReference(
  executor: SqlExecutor,
  named: readonly SuburbKey[],
): Promise<Map<string, ReferencePlace | undefined>> {
  const asked = named.map((place, at) => ({ at, keys: isTold(place) ? keysOfSuburb(place) : [] }));
  const rows = await executor.query<ReferencePlace & { at: number; gazetted: boolean }>(sql`WITH named AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS named(at int, keys text[]))
      SELECT found.* FROM named CROSS JOIN LATERAL (
        SELECT named.at, suburb.suburb, suburb.state, suburb.postcode, suburb.time_zone AS "timeZone", suburb.latitude,
          suburb.longitude, suburb.gazetted
        FROM suburbs suburb WHERE suburb.place_keys && named.keys ORDER BY suburb.id) found`);
  const found = new Map<number, ReferencePlace[]>();
  // Tested here: PostgreSQL would read a whole partial index of gazetted suburbs for each name.
  for (const { at, gazetted, ...place } of rows) if (gazetted) found.set(at, [...(found.get(at) ?? []), place]);
  return new Map(named.map((place, at) => [placeKey(place), theOne(found.get(at) ?? [], place)]));
}

/** The name of a suburb alone is too little. */
const isTold = ({ suburb, state, postcode }: SuburbKey): boolean =>
  state !== '' || postcode !== '' || namesState(suburb);

/** The place that is written in this way ("Pt ..." may mean several), else the one that the name may mean. */
function theOne(found: readonly ReferencePlace[], { suburb }: SuburbKey): ReferencePlace | undefined {
  const written = found.filter((place) => fold(place.suburb) === fold(suburb));
  return onePlace((written.length > 0 ? written : found).toSorted(byState));
}

/** The states by the first digits of their postcodes. */
const STATES_OF_POSTCODES = ['NT', '', 'NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS'];

/** Cottonvale is on both sides of a border, with the postcode 4375 on both: the one in Queensland comes first. */
const byState = (one: ReferencePlace, other: ReferencePlace): number => Number(isAcross(one)) - Number(isAcross(other));

/** The postcode is that of a state beside. */
const isAcross = ({ state, postcode }: ReferencePlace): boolean =>
  STATES_OF_POSTCODES[Number(postcode.charAt(0))] !== state;

/** A place that has several postcodes has about the same centre in each row; the first one was imported first. */
const SAME_PLACE_KM = 10;

/** The place that suburbs of one name are; undefined if they are several places. */
function onePlace([first, ...others]: readonly ReferencePlace[]): ReferencePlace | undefined {
  return first && others.every((other) => kilometresBetween(first, other) <= SAME_PLACE_KM) ? first : undefined;
}

const kilometresBetween = (a: ReferencePlace, b: ReferencePlace): number =>
  a.longitude === null || a.latitude === null || b.longitude === null || b.latitude === null
    ? Infinity
    : distance(a.longitude, a.latitude, b.longitude, b.latitude);
