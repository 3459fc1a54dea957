import { createReadStream, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { suburbSlug } from '@app/suburbs';
import { describe, expect, it } from 'vitest';
import { createStore, servicesOn, uuid } from '@testing';
import { findSources } from '../../../libs/bundles/src/files/bundle-files.js';
import { readSuburbRow, suburbColumns } from '../../../libs/suburbs/src/reference/suburbs-csv-row.js';
import { readSuburbsCsv, supplement } from '../../../libs/suburbs/src/reference/suburbs-csv.js';
import { begun, EXPECTED, searchIn, type PopulatedSuburb } from '../../suburbs/typed-places.js';
import { SUBURBS } from './shared-files.js';

/** Every suburb of Australia. */
function readSuburbs(): PopulatedSuburb[] {
  const [header = [], ...rows] = parse(readFileSync(SUBURBS.path), { bom: true });
  const columns = suburbColumns(header);
  const people = header.indexOf('population');
  return rows.flatMap((row, at): PopulatedSuburb[] => {
    const place = readSuburbRow(columns, row);
    if (!place || 'problem' in place) return [];
    const population = Number(row[people]);
    return [{ ...place, id: at + 1, uid: uuid(1, at + 1), slug: suburbSlug(place), gazetted: true, population }];
  });
}

describe.skipIf(SUBURBS.isMissing)(`all suburbs of Australia${SUBURBS.why}`, () => {
  it('are 15,281 rows of the states and territories, without a bad row', async () => {
    const { rows, supplement: added } = await readSuburbsCsv(createReadStream(SUBURBS.path));
    const values = rows.flatMap((found) => ('value' in found ? [found.value] : []));
    expect([rows.length, values.length]).toEqual([15_281, 15_281]);
    expect(values.find(({ slug }) => slug === 'richmond-vic-3121')).toMatchObject({
      areaName: 'Yarra',
      regionName: 'Greater Melbourne',
      timeZone: 'Australia/Melbourne',
    });
    expect(added).toHaveLength(supplement().length);
    // One suburb is listed in two parts; the store keeps one row per suburb, state and postcode.
    expect(new Set(values.map(({ slug }) => slug)).size).toBe(15_280);
  });

  it('can be imported, and a second import changes nothing', async () => {
    const store = await createStore();
    const sources = await findSources([SUBURBS.path]);
    const run = async () => (await servicesOn(store.dataSource).importer.import(sources)).files;
    const [file, supplemented] = await run();
    expect(file).toMatchObject({ created: 15_280, repeated: 1, rejected: 0 });
    expect(supplemented).toMatchObject({ created: 1_617, repeated: 0, rejected: 0 });
    expect(await run()).toMatchObject([
      { created: 0, updated: 0, unchanged: 15_280, repeated: 1, rejected: 0 },
      { created: 0, updated: 0, unchanged: 1_617, repeated: 0, rejected: 0 },
    ]);
    await store.drop();
  });

  it('are found as people type them', () => {
    const find = searchIn(readSuburbs());
    expect(EXPECTED.map(([typed]) => [typed, find(typed)[0]])).toEqual(EXPECTED);
    expect(begun('mount gambier south australia').filter((typed) => find(typed).length === 0)).toEqual([]);
  });
});
