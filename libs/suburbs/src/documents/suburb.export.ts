import { filtersOf, type ExportLines } from '@app/lists';
import { parseStored, applyDefaults } from '@app/schema';
import { sql, type Sql } from '@app/sql';
import type { SuburbEntity } from '../entities/suburb.entity.js';
import { degreesText } from './suburb.documents.js';
import { SuburbLine } from '../dto/suburb.fields.js';
import { matchesSuburb, SuburbsQuery } from '../filters/suburb.filters.js';

/** The parameters of an export of suburbs. */
export class SuburbsExportQuery extends filtersOf(SuburbsQuery) {}

type SuburbRow = Pick<SuburbEntity, 'document' | 'latitude' | 'longitude' | 'timeZone'>;

const exportOf = (columns: Sql, query: SuburbsExportQuery): Sql =>
  sql`SELECT ${columns} FROM suburbs suburb WHERE ${matchesSuburb(query)} ORDER BY suburb.id`;

/** Suburbs of the reference, in the form of reads. */
const shownSuburbs = (query: SuburbsExportQuery): ExportLines<{ readonly document: string }> => ({
  statement: exportOf(sql`suburb.document`, query),
  line: ({ document }) => document,
});

/**
 * Suburbs of the reference as lines of `suburbs.ndjson`, including fields that reads omit. Places outside the reference
 * are exported with their addresses.
 */
const wholeSuburbs = (query: SuburbsExportQuery): ExportLines<SuburbRow> => ({
  statement: exportOf(sql`suburb.document, suburb.latitude, suburb.longitude, suburb.time_zone AS "timeZone"`, query),
  line: exportedSuburbLine,
});

/** Suburbs as lines of an export. */
export const suburbExport = (query: SuburbsExportQuery, isOperator: boolean): ExportLines =>
  isOperator ? wholeSuburbs(query) : shownSuburbs(query);

/** A line of `suburbs.ndjson`. */
export function exportedSuburbLine({ document, latitude, longitude, timeZone }: SuburbRow): string {
  const shown = parseStored<object>(document);
  const known = { ...shown, latitude: degreesText(latitude), longitude: degreesText(longitude), timeZone };
  return JSON.stringify(applyDefaults(SuburbLine, known));
}
