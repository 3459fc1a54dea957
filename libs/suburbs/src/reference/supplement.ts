import { fold } from '@app/lists';
import data from './data/supplement.json' with { type: 'json' };
import type { SuburbPlace } from './suburb-line.js';
import { suburbName, type SuburbKey } from './suburb-names.js';
import { readSuburbRow, suburbColumns } from './suburbs-csv-row.js';

/**
 * The places that come with the service and are not among the given ones, by name, state and postcode: what the usual
 * suburbs CSV lacks (external territories, alpine resorts, new suburbs, further postcodes).
 */
export function supplementTo(places: readonly SuburbKey[]): SuburbPlace[] {
  const given = new Set(places.map(keyOf));
  return supplement().filter((place) => !given.has(keyOf(place)));
}

const keyOf = (place: SuburbKey): string => fold(suburbName(place));

/** The file has the columns of a suburbs CSV, so that its rows are read and corrected alike. */
export function supplement(): SuburbPlace[] {
  const columns = suburbColumns(data.columns);
  return data.rows.map((row) => {
    const place = readSuburbRow(columns, row);
    if (!place || 'problem' in place) throw new Error(`The supplement has a bad row: ${row.join(', ')}`);
    return place;
  });
}
