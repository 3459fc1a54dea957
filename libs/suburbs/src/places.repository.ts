import { representationOf } from '@app/documents';
import { fold } from '@app/lists';
import { nextIds, sql, type SqlExecutor } from '@app/sql';
import { v7 as uuidv7 } from 'uuid';
import { SuburbEntity } from './entities/suburb.entity.js';
import { suburbDocuments } from './suburb.documents.js';
import type { Place } from './place.js';
import { suburbName, suburbSlug, type SuburbKey } from './reference/suburb-names.js';

/** A case-insensitive key of a place. */
export const placeKey = ({ suburb, state, postcode }: SuburbKey): string =>
  [suburb, state, postcode].map(fold).join('|');

/**
 * The places that addresses name, by `placeKey`. A place outside the reference gets a row of its own, so that location
 * filters find its addresses; it gets a region when it is added to the reference.
 */
export async function resolvePlaces(executor: SqlExecutor, named: readonly SuburbKey[]): Promise<Map<string, Place>> {
  const wanted = new Map(named.filter(namesPlace).map((place) => [placeKey(place), place]));
  const places = await findPlaces(executor, [...wanted.values()]);
  const unknown = [...wanted.values()].filter((place) => !places.has(placeKey(place)));
  if (unknown.length === 0) return places;
  const ids = await nextIds(executor, 'suburbs', unknown.length);
  const rows = JSON.stringify(unknown.map((place, at) => outsidePlace(place, ids[at] ?? 0)));
  await executor.execute(
    sql`INSERT INTO suburbs (id, uid, suburb, state, postcode, name, slug, gazetted, document, representation)
     SELECT id, uid, suburb, state, postcode, name, slug, false, '', ${representationOf(suburbDocuments)}
     FROM json_populate_recordset(NULL::suburbs, ${rows})
     ON CONFLICT DO NOTHING`,
  );
  return findPlaces(executor, [...wanted.values()]);
}

const namesPlace = (place: SuburbKey): boolean => place.suburb !== '' || place.postcode !== '' || place.state !== '';

function outsidePlace(place: SuburbKey, id: number): Partial<SuburbEntity> {
  const { suburb, state, postcode } = place;
  return { id, uid: uuidv7(), suburb, state, postcode, name: suburbName(place), slug: suburbSlug(place) };
}

async function findPlaces(executor: SqlExecutor, places: readonly SuburbKey[]): Promise<Map<string, Place>> {
  const column = (name: keyof SuburbKey) => places.map((place) => fold(place[name]));
  const rows =
    await executor.queryRows<Place>(sql`SELECT suburb.id, suburb.suburb, suburb.state, suburb.postcode, suburb.time_zone AS "timeZone", suburb.gazetted
      FROM unnest(${column('suburb')}::text[], ${column('state')}::text[], ${column('postcode')}::text[])
        AS named(suburb, state, postcode)
      JOIN suburbs suburb ON lower(suburb.suburb) = named.suburb AND lower(suburb.state) = named.state
        AND lower(suburb.postcode) = named.postcode`);
  return new Map(rows.map((place) => [placeKey(place), place]));
}
