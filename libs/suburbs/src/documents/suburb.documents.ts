import { placeText, type NamedPlace } from '@app/address';
import { defineDocuments } from '@app/documents';
import { parseStored, applyDefaults } from '@app/schema';
import { sql } from '@app/sql';
import { keysOfPlace, KEYS_OF_PLACES } from '../search/place-aliases.js';
import { SuburbResponse } from '../dto/suburb.fields.js';

/** A suburb of the reference with its stored document, which contains all shown fields except the coordinates. */
export interface SuburbSource {
  readonly document: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Decimal degrees without an exponent, which some readers do not accept; tiny values become zero. */
export function degreesText(degrees: number | null): string {
  if (degrees === null) return '';
  return String(Math.abs(degrees) < 1e-6 ? 0 : degrees);
}

/** The columns by which a place is found. */
export const columnsOfPlace = (place: NamedPlace) => ({ placeKeys: keysOfPlace(place), placeText: placeText(place) });

/** The document of a suburb, by the current declarations. */
export const suburbText = (shown: object): string => JSON.stringify(applyDefaults(SuburbResponse, { ...shown }));

/** Rebuilds a document from the stored one; a place outside the reference has no document. */
export function renewedSuburb({ document, latitude, longitude }: SuburbSource): string {
  if (document === '') return '';
  const shown = parseStored<object>(document);
  return suburbText({ ...shown, latitude: degreesText(latitude), longitude: degreesText(longitude) });
}

/** The prebuilt documents of a suburb. */
export const suburbDocuments = defineDocuments<SuburbSource & NamedPlace>({
  table: 'suburbs',
  key: 'id',
  types: [SuburbResponse],
  revision: 1,
  data: KEYS_OF_PLACES,
  columns: { document: 'text', place_keys: 'text[]', place_text: 'text' },
  source: {
    from: sql`suburbs suburb`,
    alias: 'suburb',
    columns: sql`suburb.document, suburb.latitude, suburb.longitude, suburb.suburb, suburb.state, suburb.postcode, suburb.name,
      suburb.region_name AS "regionName", suburb.area_name AS "areaName"`,
  },
  remake: (source) => {
    const { placeKeys: place_keys, placeText: place_text } = columnsOfPlace(source);
    return { document: renewedSuburb(source), place_keys, place_text };
  },
});
