import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../../test/support/store.js';
import { entryOf } from '../reaxml/reading.support.js';
import { ADDRESS, countsOf, events, feedOf, freshStore, importFeedText } from './feed.support.js';

let store: TestStore;

beforeAll(async () => {
  store = await createStore();
  await freshStore(store.dataSource);
});

afterAll(() => store.drop());

const entry = (agentID: string, day: number) =>
  entryOf(ADDRESS, 'land', `modTime="2024-03-0${day}" status="current"`).replace('XNWXNW', agentID);

it('of listings that differ in the case of their agentID alone the latest one stays after the migration', async () => {
  const { dataSource } = store;
  const migration = dataSource.migrations.find(({ constructor }) => constructor.name.startsWith('FoldAgentIds'));
  const runner = dataSource.createQueryRunner();
  await importFeedText(
    dataSource,
    feedOf(entry('Harb', 2), entry('HARB', 1), entry('OTHER', 1)).replace('HARB', 'TWIN'),
  );
  await migration?.down(runner);
  await dataSource.query("UPDATE listings SET agent_id = 'HARB' WHERE agent_id = 'TWIN'");
  await migration?.up(runner);
  await runner.release();
  const left = await dataSource.query<object[]>('SELECT agent_id FROM listings ORDER BY agent_id COLLATE "C"');
  expect(left).toEqual([{ agent_id: 'Harb' }, { agent_id: 'OTHER' }]);
  expect((await events(dataSource)).map(({ kind }) => kind)).toEqual(['created', 'created', 'created', 'deleted']);
  expect(countsOf(await importFeedText(dataSource, feedOf(entry('harb', 2))))).toEqual({ unchanged: 1 });
});
