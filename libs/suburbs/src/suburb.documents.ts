import { PLACE_KEYS, placeKeys, placeText, type NamedPlace } from '@app/address';
import { defineDocuments } from '@app/documents';
import { applyDefaults } from '@app/schema';
import { sql } from '@app/sql';
import { SuburbResponse } from './suburb.fields.js';

/** A suburb of the reference with its stored document, which holds everything that is shown. */
interface SuburbSource {
  readonly document: string;
}

/** The columns by which a place is found. */
export const keysOfPlace = (place: NamedPlace) => ({ placeKeys: placeKeys(place), placeText: placeText(place) });

/** The document of a suburb, by the present declarations. */
export const suburbText = (shown: object): string => JSON.stringify(applyDefaults(SuburbResponse, { ...shown }));

/** Rebuilds a document from the stored one; a place outside the reference has none. */
export const renewedSuburb = ({ document }: SuburbSource): string =>
  document === '' ? '' : suburbText(JSON.parse(document) as object); // written by the writer below

/** The prebuilt documents of a suburb. */
export const suburbDocuments = defineDocuments<SuburbSource & NamedPlace>({
  table: 'suburbs',
  key: 'id',
  types: [SuburbResponse],
  revision: 1,
  data: PLACE_KEYS,
  isSearched: true,
  columns: { document: 'text', place_keys: 'text[]', place_text: 'text' },
  source: {
    from: sql`suburbs suburb`,
    alias: 'suburb',
    columns: sql`suburb.document, suburb.suburb, suburb.state, suburb.postcode, suburb.name,
      suburb.region_name AS "regionName", suburb.area_name AS "areaName"`,
  },
  remake: (source) => {
    const { placeKeys: place_keys, placeText: place_text } = keysOfPlace(source);
    return { document: renewedSuburb(source), place_keys, place_text };
  },
});
