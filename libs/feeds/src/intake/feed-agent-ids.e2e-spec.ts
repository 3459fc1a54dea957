import { beforeAll, expect, it } from 'vitest';
import { specStore } from '@testing';
import { entryOf } from '../reaxml/reading.support.js';
import { ADDRESS, countsOf, feedOf, freshStore, importFeedText } from './feed.support.js';

const store = specStore();

beforeAll(async () => {
  await freshStore(store.dataSource);
});

const entry = (agentID: string, day: number) =>
  entryOf(ADDRESS, 'land', `modTime="2024-03-0${day}" status="current"`).replace('XNWXNW', agentID);

it('the same agentID in another case names the same listing', async () => {
  const { dataSource } = store;
  await importFeedText(dataSource, feedOf(entry('Harb', 2), entry('OTHER', 1)));
  expect(countsOf(await importFeedText(dataSource, feedOf(entry('harb', 2))))).toEqual({ unchanged: 1 });
  expect(countsOf(await importFeedText(dataSource, feedOf(entry('HARB', 3))))).toEqual({ updated: 1 });
  const left = await dataSource.query<object[]>('SELECT agent_id FROM listings ORDER BY agent_id COLLATE "C"');
  expect(left).toEqual([{ agent_id: 'Harb' }, { agent_id: 'OTHER' }]);
});

it('the database holds no two listings whose keys differ in that alone', async () => {
  const twin = store.dataSource.query(
    `UPDATE listings SET agent_id = 'harb', unique_id = (SELECT unique_id FROM listings WHERE agent_id = 'Harb')
     WHERE agent_id = 'OTHER'`,
  );
  await expect(twin).rejects.toThrow('listings_website_id_agent_id_unique_id_key');
});
