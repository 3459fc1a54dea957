import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStore, servicesOn, type TestStore } from '@testing';
import { countsOf } from '../intake/feed.support.js';

let store: TestStore;
let folder: string;

beforeAll(async () => {
  store = await createStore();
  folder = await mkdtemp(join(tmpdir(), 'reaxml-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await store.drop();
});

it('what is exported changes nothing when it is read back', async () => {
  const { dataSource } = store;
  await servicesOn(dataSource).demo.load({ listings: 60, accounts: 2, seed: 5 });
  // As if they had come in through a feed: to the second, so that nothing is older than what is held.
  await dataSource.query("UPDATE listings SET modtime = date_trunc('second', modtime)");
  await dataSource.query(`UPDATE listing_documents SET document = regexp_replace(document,
    '("modtime":"[^".]+)[.][0-9]{3}Z', '\\1.000Z')`);
  const [{ before }] = await dataSource.query<[{ before: string }]>(CONTENT);
  const [{ id }] = await dataSource.query<[{ id: number }]>('SELECT id FROM accounts ORDER BY id LIMIT 1');
  const path = join(folder, 'out.xml');
  const lines = await servicesOn(dataSource).reaxml.export(id, path);
  expect(lines).toBeGreaterThan(20);
  expect(await readFile(path, 'utf8')).toMatch(/^<\?xml[^]*<\/propertyList>\n$/);
  const report = await servicesOn(dataSource).feeds.import(path, id);
  expect(report.problems).toEqual([]);
  expect(countsOf(report)).toEqual({ unchanged: lines });
  const [{ before: after }] = await dataSource.query<[{ before: string }]>(CONTENT);
  expect(after).toBe(before);
});

it('wants an account', async () => {
  await expect(servicesOn(store.dataSource).reaxml.export(999_999, join(folder, 'none.xml'))).rejects.toThrow(
    'no account 999999',
  );
});

const CONTENT = `SELECT md5(string_agg(document::text || address, '' ORDER BY listing_id)) || (SELECT count(*) FROM agents)
  AS before FROM listing_documents`;
