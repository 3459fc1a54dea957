import { Readable } from 'node:stream';
import { parse, type CsvError, type Parser } from 'csv-parse';
import { suburbLine, type ReferenceSuburb, type SuburbPlace } from './suburb-line.js';
import { readSuburbRow, suburbColumns, type RowProblem } from './suburbs-csv-row.js';
import { surroundingSuburbs } from './surroundings.js';
import { fold } from '@app/lists';
import data from './data/supplement.json' with { type: 'json' };
import { suburbName, type SuburbKey } from './suburb-names.js';

/**
 * The places that come with the service and are missing from the given ones, compared by name, state and postcode. The
 * usual suburbs CSV lacks external territories, alpine resorts, new suburbs and further postcodes.
 */
function supplementTo(places: readonly SuburbKey[]): SuburbPlace[] {
  const given = new Set(places.map(keyOf));
  return supplement().filter((place) => !given.has(keyOf(place)));
}

const keyOf = (place: SuburbKey): string => fold(suburbName(place));

/** The supplement has the columns of a suburbs CSV, so its rows are read and corrected in the same way. */
export function supplement(): SuburbPlace[] {
  const columns = suburbColumns(data.columns);
  return data.rows.map((row) => {
    const place = readSuburbRow(columns, row);
    if (!place || 'problem' in place) throw new Error(`The supplement has a bad row: ${row.join(', ')}`);
    return place;
  });
}

/** One row of the file with its line number (the header is line 1): a suburb, or a fault. */
export type SuburbsCsvRow = { line: number; value: ReferenceSuburb } | ({ line: number } & RowProblem);

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** A suburbs CSV, and the places that the supplement adds. */
export interface SuburbsReference {
  /** In the order of the file. */
  readonly rows: readonly SuburbsCsvRow[];
  readonly supplement: readonly ReferenceSuburb[];
}

/**
 * Reads a suburbs CSV (header of `../shared/data/suburbs.csv`, in any column order) as bundle lines. Rows without a
 * state are skipped. Neighbours are computed over the file and the supplement together.
 * @throws SuburbsCsvHeaderError if the first line is not that header
 */
export async function readSuburbsCsv(source: AsyncIterable<string | Uint8Array>): Promise<SuburbsReference> {
  const { places, problems } = await readRows(source);
  const given = places.map(({ place }) => place);
  const all = [...given, ...supplementTo(given)];
  const neighbours = surroundingSuburbs(all);
  const lines = all.map((place, index) => suburbLine(place, neighbours[index] ?? null));
  const values = lines.slice(0, given.length).map((value, index) => ({ line: places[index]?.line ?? 0, value }));
  return {
    rows: [...values, ...problems].sort((a, b) => a.line - b.line),
    supplement: lines.slice(given.length),
  };
}

async function readRows(source: AsyncIterable<string | Uint8Array>) {
  const places: { line: number; place: SuburbPlace }[] = [];
  const problems: ({ line: number } & RowProblem)[] = [];
  const parser = openParser(source, (error) => problems.push({ ...problemOf(error) }));
  let columns: ReturnType<typeof suburbColumns> | undefined;
  for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
    if (!columns) {
      columns = suburbColumns(record);
      continue;
    }
    const row = readSuburbRow(columns, record);
    if (row && 'problem' in row) problems.push({ line: info.lines, ...row });
    else if (row) places.push({ line: info.lines, place: row });
  }
  columns ??= suburbColumns([]);
  return { places, problems };
}

function openParser(source: AsyncIterable<string | Uint8Array>, onProblem: (error: CsvError) => void): Parser {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error) onProblem(error);
    },
  });
  return Readable.from(source)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
}

// The parser's message repeats the line number and quotes the row; its code is sufficient.
function problemOf(error: CsvError): { line: number } & RowProblem {
  const problem = error.code.replace(/^CSV_/, '').replaceAll('_', ' ').toLowerCase();
  return { line: typeof error['lines'] === 'number' ? error['lines'] : 0, field: 'row', problem };
}
