import { keysOfSuburb } from '@app/address';
import { representationOf } from '@app/documents';
import { fold } from '@app/lists';
import { nextIds, sql, type SqlExecutor } from '@app/sql';
import { v7 as uuidv7 } from 'uuid';
import { columnsOfPlace, suburbDocuments } from '../documents/suburb.documents.js';
import { type Place, suburbName, suburbSlug, type SuburbKey } from '../reference/suburb-names.js';

/** A case-insensitive key of a place as written. */
export const placeKey = ({ suburb, state, postcode }: SuburbKey): string =>
  [suburb, state, postcode].map(fold).join('|');

/**
 * The places of addresses, by `placeKey`: the suburb of the reference that the name refers to, or else a place with
 * exactly this name. A place outside the reference gets its own row, so that location filters find its addresses; it
 * gets a region when it is added to the reference.
 */
export async function resolvePlaces(executor: SqlExecutor, named: readonly SuburbKey[]): Promise<Map<string, Place>> {
  const wanted = new Map(named.filter(namesPlace).map((place) => [placeKey(place), place]));
  const places = await findPlaces(executor, [...wanted.values()]);
  const unknown = [...wanted.values()].filter((place) => !places.has(placeKey(place)));
  if (unknown.length === 0) return places;
  const ids = await nextIds(executor, 'suburbs', unknown.length);
  const rows = JSON.stringify(unknown.map((place, at) => outsidePlace(place, ids[at] ?? 0)));
  await executor.execute(
    sql`INSERT INTO suburbs (id, uid, suburb, state, postcode, name, slug, place_keys, place_text, gazetted, document,
        representation)
     SELECT id, uid, suburb, state, postcode, name, slug, place_keys, place_text, false, '',
       ${representationOf(suburbDocuments)}
     FROM json_populate_recordset(NULL::suburbs, ${rows})
     ON CONFLICT DO NOTHING`,
  );
  return findPlaces(executor, [...wanted.values()]);
}

const namesPlace = (place: SuburbKey): boolean => place.suburb !== '' || place.postcode !== '' || place.state !== '';

function outsidePlace(place: SuburbKey, id: number) {
  const { suburb, state, postcode } = place;
  const name = suburbName(place);
  const { placeKeys: place_keys, placeText: place_text } = columnsOfPlace({
    ...place,
    name,
    regionName: '',
    areaName: '',
  });
  return { id, uid: uuidv7(), suburb, state, postcode, name, slug: suburbSlug(place), place_keys, place_text };
}

/** A suburb of the reference with a different spelling is found unless several match. */
async function findPlaces(executor: SqlExecutor, places: readonly SuburbKey[]): Promise<Map<string, Place>> {
  const named = places.map((place, at) => ({
    at,
    suburb: fold(place.suburb),
    state: fold(place.state),
    postcode: fold(place.postcode),
    keys: place.state !== '' && place.postcode !== '' ? keysOfSuburb(place) : [],
  }));
  const rows = await executor.query<
    Place & { at: number; written: boolean }
  >(sql`WITH named AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
        AS named(at int, suburb text, state text, postcode text, keys text[]))
      SELECT found.* FROM named CROSS JOIN LATERAL (
        SELECT named.at, suburb.id, suburb.suburb, suburb.state, suburb.postcode, suburb.time_zone AS "timeZone",
          suburb.gazetted, suburb.latitude, suburb.longitude, true AS written
        FROM suburbs suburb WHERE lower(suburb.suburb) = named.suburb AND lower(suburb.state) = named.state
          AND lower(suburb.postcode) = named.postcode
        UNION ALL
        SELECT named.at, suburb.id, suburb.suburb, suburb.state, suburb.postcode, suburb.time_zone,
          suburb.gazetted, suburb.latitude, suburb.longitude, false
        FROM suburbs suburb WHERE suburb.place_keys && named.keys
      ) found`);
  const found = new Map<number, (Place & { written: boolean })[]>();
  for (const { at, ...place } of rows) found.set(at, [...(found.get(at) ?? []), place]);
  return new Map(
    places.flatMap((place, at) => {
      const one = chosen(found.get(at) ?? []);
      return one ? [[placeKey(place), one] as const] : [];
    }),
  );
}

function chosen(found: readonly (Place & { written: boolean })[]): Place | undefined {
  const written = found.find((place) => place.written);
  if (written?.gazetted) return written;
  const meant = found.filter((place) => place.gazetted && !place.written);
  return meant.length === 1 ? meant[0] : written;
}
