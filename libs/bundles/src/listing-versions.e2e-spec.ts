import { rebuildDocuments } from '@app/documents';
import { SqlExecutor } from '@app/sql';
import { beforeAll, expect, it } from 'vitest';
import { emptyTables, specStore } from '@testing';
import { account, agent, importLines, listing } from '../../../test/support/bundle-lines.js';

const store = specStore();

const inspectionTimes = [{ dateFrom: '2030-01-05T10:00:00+11:00', dateTo: '2030-01-05T10:30:00+11:00' }];
const house = (said: object = {}) => listing('A', { id: 7, agents: [{ id: 1 }, { id: 2 }], inspectionTimes, ...said });

beforeAll(async () => {
  await emptyTables(store.dataSource);
  await importLines(store.dataSource, {
    accounts: [account(1)],
    agents: [agent(1), agent(2), agent(3)],
    listings: [house(), listing('B', { id: 8, address: { suburb: 'Carlton', state: 'VIC' } })],
  });
});

const query = (sql: string) => store.dataSource.query<Record<string, string>[]>(sql);

async function versions(): Promise<{ changed: bigint; other: bigint }> {
  const rows = await query('SELECT version FROM listings ORDER BY id');
  const [changed, other] = rows.map(({ version }) => BigInt(version ?? 0));
  return { changed: changed ?? 0n, other: other ?? 0n };
}

const imported = (said: object) => () => importLines(store.dataSource, { listings: [house(said)] });
const byHand = (sql: string) => () => query(sql);

it.each([
  ['a line of a bundle', imported({ headline: 'Sunny' })],
  ['a line with other agents', imported({ headline: 'Sunny', agents: [{ id: 2 }] })],
  ['a statement on the listing', byHand("UPDATE listings SET status = 'sold' WHERE id = 7")],
  ['a statement that names a version', byHand('UPDATE listings SET version = 1 WHERE id = 7')],
  ['its document', byHand(`UPDATE listing_documents SET document = document || ',"a":1' WHERE listing_id = 7`)],
  ['its address', byHand(`UPDATE listing_documents SET address = '{}' WHERE listing_id = 7`)],
  ['what its slug is made of', byHand(`UPDATE listing_documents SET slug_values = '{}' WHERE listing_id = 7`)],
  ['an agent more', byHand('INSERT INTO listing_agents VALUES (7, 3, 5, true)')],
  ['another order of agents', byHand('UPDATE listing_agents SET position = 9 WHERE (listing_id, agent_id) = (7, 3)')],
  ['an agent fewer', byHand('DELETE FROM listing_agents WHERE (listing_id, agent_id) = (7, 3)')],
  ['the deletion of an agent', byHand('DELETE FROM agents WHERE id = 2')],
  ['an inspection more', byHand('INSERT INTO listing_inspections VALUES (7, 5, now(), now(), now(), now())')],
  ['the time of an inspection', byHand('UPDATE listing_inspections SET ends_at = now() WHERE listing_id = 7')],
  ['an inspection fewer', byHand('DELETE FROM listing_inspections WHERE listing_id = 7 AND position = 5')],
  [
    'the object identifier of its property',
    byHand(`UPDATE properties SET uid = gen_random_uuid() WHERE id = (SELECT property_id FROM listings WHERE id = 7)`),
  ],
  ['a lost document', byHand('DELETE FROM listing_documents WHERE listing_id = 7')],
])('%s gives a listing a new version, and no other listing', async (_, change) => {
  const before = await versions();
  await change();
  const after = await versions();
  expect(after.changed).toBeGreaterThan(before.changed);
  expect(after.other).toBe(before.other);
});

it('a listing with the id of a deleted listing has another version', async () => {
  const before = await versions();
  await query('DELETE FROM listings WHERE id = 7');
  await imported({ agents: [] })();
  expect((await versions()).changed).toBeGreaterThan(before.changed);
});

it('a line is one update of its listing, however many parts change', async () => {
  await query('CREATE TABLE statements (at timestamptz DEFAULT now())');
  await query(`CREATE FUNCTION count_statement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO statements DEFAULT VALUES; RETURN NULL; END $$`);
  await query('CREATE TRIGGER counted AFTER UPDATE ON listings FOR EACH STATEMENT EXECUTE FUNCTION count_statement()');
  await imported({ headline: 'Wide', agents: [{ id: 3 }], inspectionTimes: [] })();
  expect(await query('SELECT count(*)::int AS count FROM statements')).toEqual([{ count: 1 }]);
  await query('DROP FUNCTION count_statement CASCADE');
});

it('a version from another server with a higher number still increases', async () => {
  await query(`ALTER TABLE listings DISABLE TRIGGER listings_version`);
  await query(`UPDATE listings SET version = ${2n ** 40n} WHERE id = 7`);
  await query(`ALTER TABLE listings ENABLE TRIGGER listings_version`);
  await query('UPDATE listings SET bedrooms = 1 WHERE id = 7');
  expect((await versions()).changed).toBe(2n ** 40n + 1n);
});

it('an unchanged line, a changed account or agent, and a rebuild do not change the version', async () => {
  await imported({ headline: 'Quiet', agents: [{ id: 1 }] })();
  const before = await versions();
  await imported({ headline: 'Quiet', agents: [{ id: 1 }] })();
  await importLines(store.dataSource, {
    accounts: [account(1, { name: 'Other' })],
    agents: [agent(1, { name: 'Joan Citizen' })],
  });
  await query('UPDATE listing_documents SET representation = 1');
  expect((await rebuildDocuments(SqlExecutor.of(store.dataSource))).get('listing_documents')).toBe(2);
  expect(await versions()).toEqual(before);
});
