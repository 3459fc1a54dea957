import { fold } from '@app/lists';
import { sql, type SqlExecutor } from '@app/sql';
import { distance } from 'geokdbush';
import { aliasedPlace } from './place-aliases.js';
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
 * The suburbs of the reference for some places, by their `placeKey`. A place without a postcode matches by name if its
 * state has only one such place. A name that no suburb has may be an alias of one.
 */
export async function findReference(
  executor: SqlExecutor,
  named: readonly SuburbKey[],
): Promise<Map<string, ReferencePlace | undefined>> {
  const found = await findByName(executor, named);
  const aliases = new Map<string, SuburbKey>();
  for (const place of named) {
    const aliased = found.get(placeKey(place)) ? undefined : aliasedPlace(place);
    if (aliased) aliases.set(placeKey(place), aliased);
  }
  if (aliases.size === 0) return found;
  const places = await findByName(executor, [...aliases.values()]);
  for (const [key, aliased] of aliases) found.set(key, places.get(placeKey(aliased)));
  return found;
}

async function findByName(
  executor: SqlExecutor,
  named: readonly SuburbKey[],
): Promise<Map<string, ReferencePlace | undefined>> {
  const column = (name: keyof SuburbKey) => named.map((place) => fold(place[name]));
  const rows = await executor.queryRows<
    ReferencePlace & { at: number }
  >(sql`SELECT named.at::int, suburb.suburb, suburb.state, suburb.postcode, suburb.time_zone AS "timeZone",
        suburb.latitude, suburb.longitude
      FROM unnest(${column('suburb')}::text[], ${column('state')}::text[], ${column('postcode')}::text[])
        WITH ORDINALITY AS named(suburb, state, postcode, at)
      JOIN suburbs suburb ON lower(suburb.suburb) = named.suburb AND lower(suburb.state) = named.state
        AND (named.postcode = '' OR lower(suburb.postcode) = named.postcode)
      WHERE suburb.gazetted ORDER BY suburb.id`);
  const found = new Map<number, ReferencePlace[]>();
  for (const { at, ...place } of rows) found.set(at, [...(found.get(at) ?? []), place]);
  return new Map(named.map((place, at) => [placeKey(place), onePlace(found.get(at + 1) ?? [])]));
}

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
