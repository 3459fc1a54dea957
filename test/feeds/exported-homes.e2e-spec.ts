import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemoStore, createStore, servicesOn, specFolder, type TestStore } from '@testing';
import { REVISIONS, type Revision } from '../../libs/reaxml/src/writing/revisions.js';
import { feedOf, freshStore } from '../support/feed-texts.js';
import { DTD_FILE, dtds, DtdValidator } from '../support/reaxml-dtd.js';
import { walk, walkSeed } from '../support/walk.js';
import { RandomEntries } from './random-entries.js';

const folder = specFolder('exported-homes');
const path = join(folder, 'out.xml');

/** Exports an account, and returns the document, which is valid. */
async function validExport({ dataSource }: TestStore, websiteID: number, revision: Revision) {
  const counts = await servicesOn(dataSource).reaxml.export(websiteID, path, { revision });
  const xml = await readFile(path, 'utf8');
  expect(new DtdValidator(dtds()[revision]).faultsOf(xml)).toEqual([]);
  expect([...xml.matchAll(/<uniqueID>/g)]).toHaveLength(counts.lines - counts.leftOut);
  expect([...xml.matchAll(/ has no element business -->/g)]).toHaveLength(counts.leftOut);
  return { ...counts, xml };
}

describe.skipIf(DTD_FILE.isMissing)(`exported homes${DTD_FILE.why}`, () => {
  let store: TestStore;
  let copy: TestStore;

  beforeAll(async () => {
    [store, copy] = [await createDemoStore(), await createStore()];
  });

  afterAll(async () => {
    await store.drop();
    await copy.drop();
  });

  it.each(REVISIONS)('of the demonstration are valid by %s, and change nothing when imported', async (revision) => {
    const { dataSource } = store;
    const [{ count: all } = { count: 0 }] = await dataSource.query<{ count: number }[]>(
      'SELECT count(*)::int FROM listings',
    );
    let exported = 0;
    for (const { id } of await dataSource.query<{ id: number }[]>('SELECT id FROM accounts ORDER BY id')) {
      const { lines, leftOut } = await validExport(store, id, revision);
      const report = await servicesOn(dataSource).feeds.import(path, id);
      expect(report).toMatchObject({ fatal: null, unchanged: lines - leftOut });
      expect(report.problems.filter(({ done }) => done !== 'stored as isOffMarket')).toEqual([]);
      exported += lines;
    }
    expect(exported).toBe(all);
  });

  it.each(REVISIONS)('of random entries are valid by %s, and come back from a store', async (revision) => {
    const entries = new RandomEntries(Object.values(dtds()), walkSeed);
    const feed = feedOf(...Array.from({ length: walk(100) }, (_, at) => entries.entry(`${at}`, true)));
    await freshStore(copy.dataSource);
    await writeFile(path, feed);
    expect((await servicesOn(copy.dataSource).feeds.import(path, 12)).rejected).toBe(0);
    const first = await validExport(copy, 12, revision);
    expect(first.lines).toBe(walk(100));
    await freshStore(copy.dataSource);
    await writeFile(path, first.xml);
    await servicesOn(copy.dataSource).feeds.import(path, 12);
    const second = await validExport(copy, 12, revision);
    expect(second.lines).toBe(first.lines - first.leftOut);
  });
});
