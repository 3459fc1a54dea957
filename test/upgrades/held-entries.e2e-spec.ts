import { migrate } from '@app/persistence';
import { HoldChangesById1764000011000 } from '../../libs/persistence/src/migrations/1764000011000-HoldChangesById.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFeedText } from '../../libs/feeds/src/intake/feed.support.js';
import { createStore, type TestStore, withClient } from '@testing';
import { dumpOfRelease } from './releases.js';

let store: TestStore;

/** As version 0.9.0 holds back an entry: lists are whole. */
const HELD = {
  kind: 'listing',
  number: 1,
  position: { line: 1, column: 1 },
  suburb: { line: 1, column: 1 },
  agentID: 'EAST',
  uniqueID: 'held-1',
  listingType: 'residential',
  status: 'current',
  modTime: '2025-03-01T09:00:00',
  patch: {
    images: ['m', 'a', 'b'].map((id) => ({
      id,
      url: `https://x.example/${id}`,
      type: id === 'm' ? 'featured' : 'img',
    })),
    documents: [{ id: '1', url: 'https://x.example/p', title: 'Floor plan', type: 'floorplan' }],
  },
  times: {},
  fileSources: ['objects'],
  agents: ['Ann A', 'Bob B'].map((name) => ({ name, email: '', telephones: [] })),
  notes: [],
};

beforeAll(async () => {
  store = await createStore(null);
  const dump = await dumpOfRelease('0.9.0');
  await withClient(store.url, async (client) => {
    await client.query(dump);
    await client.query(`INSERT INTO held_listings VALUES (12, 'east', 'held-1', $1)`, [JSON.stringify(HELD)]);
  });
  await migrate(store.dataSource);
});

afterAll(() => store.drop());

it('an entry that was held back before the upgrade becomes a listing with a later one', async () => {
  const { created } = await importFeedText(
    store.dataSource,
    `<propertyList><residential modTime="2025-03-02" status="current"><agentID>EAST</agentID><uniqueID>held-1</uniqueID>
      <listingAgent id="1"/><address><street>High St</street><suburb>Kew</suburb><state>VIC</state></address>
      <images><img id="a"/><img id="c" url="https://x.example/c"/></images></residential></propertyList>`,
  );
  expect(created).toBe(1);
  const [listing] = await store.dataSource.query<[{ document: string; agents: string[] }]>(
    `SELECT '{' || document || '}' AS document, ARRAY(SELECT name FROM listing_agents link
       JOIN agents agent ON agent.id = link.agent_id WHERE link.listing_id = listing.id ORDER BY position) AS agents
     FROM listings listing JOIN listing_documents ON listing_id = listing.id WHERE unique_id = 'held-1'`,
  );
  expect(listing.agents).toEqual(['Bob B']);
  expect(JSON.parse(listing.document)).toMatchObject({
    images: [{ id: 'm' }, { id: 'b' }, { id: 'c' }],
    documents: [{ id: '1' }],
  });
});

it('goes back to lists when the migration is undone', async () => {
  const entries = () => store.dataSource.query<{ entry: object }[]>('SELECT entry FROM held_listings');
  const entry = { ...HELD, uniqueID: 'held-2', fileSources: [] };
  const held = {
    ...entry,
    agents: { cleared: [''], removed: [], put: entry.agents.map((value, at) => ({ id: `${at + 1}`, value })) },
  };
  await store.dataSource.query('DELETE FROM held_listings');
  await store.dataSource.query(`INSERT INTO held_listings VALUES (12, 'east', 'held-2', $1)`, [
    JSON.stringify({ ...held, items: {} }),
  ]);
  const runner = store.dataSource.createQueryRunner();
  await new HoldChangesById1764000011000().down(runner);
  await runner.release();
  expect(await entries()).toEqual([{ entry }]);
});
