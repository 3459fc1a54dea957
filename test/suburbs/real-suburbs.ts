import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suburbSlug } from '@app/suburbs';
import { readSuburbRow, suburbColumns } from '../../libs/suburbs/src/reference/suburbs-csv-row.js';
import type { SuburbRow } from '../../libs/suggestions/src/search/suggested-place.js';
import { uuid } from '@testing';

/** The suburbs of Australia, beside the checkout where the project is developed; they are no part of it. */
const FILE = resolve(import.meta.dirname, '../../../shared/data/suburbs.csv');

export const hasRealSuburbs = existsSync(FILE);

/** A suburb, and how many people live there. */
export interface RealSuburb extends SuburbRow {
  readonly population: number;
}

/** Every suburb of Australia. */
export function readRealSuburbs(): RealSuburb[] {
  const [header = [], ...rows] = parse(readFileSync(FILE), { bom: true });
  const columns = suburbColumns(header);
  const people = header.indexOf('population');
  return rows.flatMap((row, at): RealSuburb[] => {
    const place = readSuburbRow(columns, row);
    if (!place || 'problem' in place) return [];
    const population = Number(row[people]);
    return [{ ...place, id: at + 1, uid: uuid(1, at + 1), slug: suburbSlug(place), gazetted: true, population }];
  });
}
