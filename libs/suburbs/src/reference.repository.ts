import { keysOfSuburb } from '@app/address';
import { fold } from '@app/lists';
import { sql, type SqlExecutor } from '@app/sql';
import type { SuburbPlace } from './reference/index.js';
import type { SuburbKey } from './reference/suburb-names.js';
import { placeKey } from './places.repository.js';

/** Every suburb of the reference, as its source gave it. */
export function referencePlaces(executor: SqlExecutor): Promise<SuburbPlace[]> {
  return executor.queryRows<SuburbPlace>(sql`SELECT suburb, state, postcode, area_name AS "areaName", region_name AS "regionName", latitude, longitude,
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
 * is found if only one suburb has what it gives.
 */
export async function findReference(
  executor: SqlExecutor,
  named: readonly SuburbKey[],
): Promise<Map<string, ReferencePlace | undefined>> {
  const asked = named.map((place, at) => ({ at, keys: isTold(place) ? keysOfSuburb(place) : [] }));
  const rows = await executor.queryRows<
    ReferencePlace & { at: number; gazetted: boolean }
  >(sql`WITH named AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS named(at int, keys text[]))
      SELECT found.* FROM named CROSS JOIN LATERAL (
        SELECT named.at, suburb.suburb, suburb.state, suburb.postcode, suburb.time_zone AS "timeZone", suburb.latitude,
          suburb.longitude, suburb.gazetted
        FROM suburbs suburb WHERE suburb.place_keys && named.keys) found`);
  const found = new Map<number, ReferencePlace[]>();
  // Tested here: PostgreSQL would read a whole partial index of gazetted suburbs for each name.
  for (const { at, gazetted, ...place } of rows) if (gazetted) found.set(at, [...(found.get(at) ?? []), place]);
  return new Map(named.map((place, at) => [placeKey(place), theOne(found.get(at) ?? [], place)]));
}

/** The name of a suburb alone is too little. */
const isTold = ({ state, postcode }: SuburbKey): boolean => state !== '' || postcode !== '';

/** The only one, or the only one that is written in this way ("Pt ..." may mean several). */
function theOne(found: readonly ReferencePlace[], { suburb }: SuburbKey): ReferencePlace | undefined {
  if (found.length === 1) return found[0];
  const written = found.filter((place) => fold(place.suburb) === fold(suburb));
  return written.length === 1 ? written[0] : undefined;
}
