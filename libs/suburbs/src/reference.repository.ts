import { keysOfSuburb, namesState } from '@app/address';
import { fold } from '@app/lists';
import { sql, type SqlExecutor } from '@app/sql';
import { distance } from 'geokdbush';
import type { SuburbPlace } from './reference/index.js';
import type { SuburbKey } from './reference/suburb-names.js';
import { placeKey } from './search/places.repository.js';

/** All suburbs of the reference, as their source contains them. */
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
 * The suburbs of the reference that places refer to, by `placeKey`. A place without a postcode or state is found if it
 * matches only one suburb.
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
  // Tested here, because PostgreSQL would read a whole partial index of gazetted suburbs for each name.
  for (const { at, gazetted, ...place } of rows) if (gazetted) found.set(at, [...(found.get(at) ?? []), place]);
  return new Map(named.map((place, at) => [placeKey(place), theOne(found.get(at) ?? [], place)]));
}

/** Whether a place has more than the name of a suburb, which alone is ambiguous. */
const isTold = ({ suburb, state, postcode }: SuburbKey): boolean =>
  state !== '' || postcode !== '' || namesState(suburb);

/**
 * The place with exactly this name ("Pt ..." may stand for several), else the only place that the name may stand for.
 */
function theOne(found: readonly ReferencePlace[], { suburb }: SuburbKey): ReferencePlace | undefined {
  const written = found.filter((place) => fold(place.suburb) === fold(suburb));
  return onePlace((written.length > 0 ? written : found).toSorted(byState));
}

/** The state of a postcode, by its first digit. */
const STATES_OF_POSTCODES = ['NT', '', 'NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS'];

/**
 * Orders places on both sides of a border: Cottonvale has the postcode 4375 on both, and the place in Queensland comes
 * first.
 */
const byState = (one: ReferencePlace, other: ReferencePlace): number => Number(isAcross(one)) - Number(isAcross(other));

/** Whether the postcode belongs to a neighbouring state. */
const isAcross = ({ state, postcode }: ReferencePlace): boolean =>
  STATES_OF_POSTCODES[Number(postcode.charAt(0))] !== state;

/** The rows of a place with several postcodes have nearly the same centre; the row imported first counts. */
const SAME_PLACE_KM = 10;

/** The place of suburbs with the same name; undefined if they are different places. */
function onePlace([first, ...others]: readonly ReferencePlace[]): ReferencePlace | undefined {
  return first && others.every((other) => kilometresBetween(first, other) <= SAME_PLACE_KM) ? first : undefined;
}

const kilometresBetween = (a: ReferencePlace, b: ReferencePlace): number =>
  a.longitude === null || a.latitude === null || b.longitude === null || b.latitude === null
    ? Infinity
    : distance(a.longitude, a.latitude, b.longitude, b.latitude);
