import { zoneOfPlace, zoneOfState } from './place-zones.js';
import type { SuburbPlace } from './suburb-line.js';

const COLUMNS = [
  'suburb',
  'postcode',
  'state',
  'local_goverment_area', // spelt as in the source
  'statistic_area',
  'lat',
  'lng',
  'timezone',
] as const;

/** The fault of a row: the column (`row` for the whole row) and the reason. */
export interface RowProblem {
  field: string;
  problem: string;
}

/** The position of each column in a row. */
export type SuburbColumns = { width: number; at: Map<Column, number> };

type Column = (typeof COLUMNS)[number];

/** The file is not a suburbs CSV. */
export class SuburbsCsvHeaderError extends Error {
  constructor(missing: readonly string[]) {
    super(`Not a suburbs CSV: the header lacks ${missing.join(', ')} (expected at least ${COLUMNS.join(', ')})`);
    this.name = 'SuburbsCsvHeaderError';
  }
}

/** Finds the columns in the header; unknown columns are ignored. */
export function suburbColumns(header: readonly string[]): SuburbColumns {
  const names = header.map((name) => name.trim());
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new SuburbsCsvHeaderError(missing);
  return { width: names.length, at: new Map(COLUMNS.map((column) => [column, names.indexOf(column)])) };
}

/** Reads one row; `undefined` for a row without a state (external territories), which is skipped. */
export function readSuburbRow(columns: SuburbColumns, row: readonly string[]): SuburbPlace | RowProblem | undefined {
  if (row.length !== columns.width) {
    return { field: 'row', problem: `has ${row.length} columns instead of ${columns.width}` };
  }
  const cell = (column: Column): string => row[columns.at.get(column) ?? -1]?.trim() ?? '';
  if (cell('state') === '') return undefined;
  return problemIn(cell) ?? toPlace(cell);
}

function problemIn(cell: (column: Column) => string): RowProblem | undefined {
  if (cell('suburb') === '') return { field: 'suburb', problem: 'is empty' };
  if (!/^\d{3,4}$/.test(cell('postcode'))) return { field: 'postcode', problem: 'is not a number of 3 or 4 digits' };
  if (!isDegrees(cell('lat'), 90)) return { field: 'lat', problem: 'is not a latitude in decimal degrees' };
  if (!isDegrees(cell('lng'), 180)) return { field: 'lng', problem: 'is not a longitude in decimal degrees' };
  if ((cell('lat') === '') !== (cell('lng') === '')) return { field: 'lat', problem: 'and lng must be given together' };
  if (!isTimeZone(cell('timezone'))) return { field: 'timezone', problem: 'is not a time zone of the IANA database' };
  return undefined;
}

function toPlace(cell: (column: Column) => string): SuburbPlace {
  const key = { suburb: cell('suburb'), state: cell('state'), postcode: cell('postcode').padStart(4, '0') };
  return {
    ...key,
    areaName: cell('local_goverment_area').replace(/\s*\([^()]*\)$/, ''),
    regionName: cell('statistic_area'),
    latitude: toDegrees(cell('lat')),
    longitude: toDegrees(cell('lng')),
    timeZone: zoneOfPlace(key) ?? placeZone(cell('timezone')) ?? zoneOfState(key.state),
  };
}

/** `Etc/GMT-10` is in the IANA database, but belongs to no place: it has no daylight saving. */
const placeZone = (name: string): string | undefined => (/^etc\//i.test(name) ? undefined : name);

function isDegrees(text: string, limit: number): boolean {
  return text === '' || (/^[+-]?\d{1,3}(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= limit);
}

function toDegrees(text: string): number | null {
  return text === '' ? null : Number(text);
}

const knownTimeZones = new Map<string, boolean>();

/** Whether the runtime supports the time zone. */
export function isTimeZone(name: string): boolean {
  let known = knownTimeZones.get(name);
  if (known === undefined) knownTimeZones.set(name, (known = isKnownToIntl(name)));
  return known;
}

function isKnownToIntl(name: string): boolean {
  try {
    // Newer runtimes also accept offsets such as +10:00.
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
