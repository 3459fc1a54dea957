import { rebuildDocuments } from '@app/documents';
import { migrate } from '@app/persistence';
import { SqlExecutor } from '@app/sql';
import { specService } from '@testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportedLines, importLines } from '../support/bundle-lines.js';
import { feedOf, importFeedText } from '../support/feed-texts.js';
import { fill } from './now.fill.js';

const service = specService();
const query = <Row extends object>(statement: string) => service.store.dataSource.query<Row[]>(statement);

/** Tables whose rows are updated, with the stored records that a later release may extend. */
const TABLES = [
  'accounts',
  'agents',
  'listings',
  'listing_documents',
  'listing_words',
  'properties',
  'property_documents',
];

/** The writes of a later release: members at every depth of the records, and columns. */
const EXTEND = [
  `UPDATE accounts SET record = record || '{"later": {"a": 1}}'
     || jsonb_build_object('address', record -> 'address' || '{"later": "east"}')`,
  `UPDATE accounts SET record = jsonb_set(record, '{slugs,0,later}', '"slug"') WHERE record #> '{slugs,0}' IS NOT NULL`,
  `UPDATE agents SET record = record || '{"later": "Sells by the sea"}'
     || jsonb_build_object('email', record -> 'email' || '{"later": "x"}')`,
  `UPDATE listing_documents SET document = document || ',"later":{"b":[2]}',
     address = left(address, -1) || ',"later":"north"}', private = private || '{"later": 3}'`,
  `UPDATE listing_documents SET document = replace(document, '"features":{', '"features":{"later":4,')`,
  `UPDATE listing_documents SET document = replace(document, '"type":"featured"', '"type":"featured","later":5')`,
  `UPDATE listing_documents SET private = jsonb_set(private, '{soldDetails,later}', '6') WHERE private ? 'soldDetails'`,
  `UPDATE property_documents SET address = left(address, -1) || ',"later":"south"}'`,
  ...TABLES.map((table) => `UPDATE ${table} SET later = 'kept'`),
];

/** The extensions of all rows, in a comparable form. */
const extensions = () =>
  query<{ kind: string; id: number; later: unknown }>(`
    SELECT 'account' AS kind, id, jsonb_path_query_array(record, 'strict $.**.later') || to_jsonb(later) AS later FROM accounts
    UNION ALL SELECT 'agent', id, jsonb_path_query_array(record, 'strict $.**.later') || to_jsonb(later) FROM agents
    UNION ALL SELECT 'listing', listing_id, jsonb_path_query_array(('{' || document || '}')::jsonb, 'strict $.**.later')
      || jsonb_path_query_array(address::jsonb, 'strict $.**.later')
      || jsonb_path_query_array(private, 'strict $.**.later') || to_jsonb(later) FROM listing_documents
    UNION ALL SELECT 'property', property_id, jsonb_path_query_array(address::jsonb, 'strict $.**.later')
      || to_jsonb(later) FROM property_documents
    UNION ALL SELECT 'listing row', id, to_jsonb(later) FROM listings
    UNION ALL SELECT 'words', listing_id, to_jsonb(later) FROM listing_words
    UNION ALL SELECT 'property row', id, to_jsonb(later) FROM properties ORDER BY 1, 2`);

/** The lines of a bundle of this release. */
const lines: Record<'accounts' | 'agents' | 'listings', object[]> = { accounts: [], agents: [], listings: [] };

let before: Awaited<ReturnType<typeof extensions>>;

beforeAll(async () => {
  await fill(service);
  for (const kind of ['accounts', 'agents', 'listings'] as const)
    lines[kind] = await exportedLines(service.store.dataSource, kind);
  for (const table of TABLES) await query(`ALTER TABLE ${table} ADD later text NOT NULL DEFAULT ''`);
  await query(`INSERT INTO migrations SELECT max(id) + 1, 9999999999999, 'AddLater9999999999999' FROM migrations`);
  for (const statement of EXTEND) await query(statement);
  before = await extensions();
});

/** The number of rows that a statement finds. */
const count = async (from: string) =>
  (await query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`))[0]?.count;

describe('beside a later release, this one keeps members and columns that it does not declare', () => {
  it('of accounts and agents that requests change', async () => {
    for (const { id } of await query<{ id: number }>('SELECT id FROM accounts')) {
      const { status } = await service.put(`/api/v1/websites/${id}`, {
        about: 'By the old release',
        address: { street: 'Old Street' },
      });
      expect(status).toBe(200);
    }
    for (const { id } of await query<{ id: number }>('SELECT id FROM agents'))
      expect((await service.put(`/api/v1/agents/${id}`, { biography: 'By the old release' })).status).toBe(200);
    expect(await count(`accounts WHERE record ->> 'about' = 'By the old release'`)).toBeGreaterThan(1);
    expect(await count(`agents WHERE record ->> 'biography' = 'By the old release'`)).toBeGreaterThan(1);
    expect(await extensions()).toEqual(before);
  });

  it('of all records that a bundle replaces', async () => {
    const { dataSource } = service.store;
    const withHeadline = (line: object) => ({
      ...line,
      headline: 'By the old release',
      modtime: '2025-06-01T00:00:00.000Z',
    });
    const { bad, tally } = await importLines(dataSource, {
      accounts: lines.accounts.map((line) => ({ ...line, about: 'By the old release' })),
      agents: lines.agents.map((line) => ({ ...line, biography: 'By the old release' })),
      listings: lines.listings.map(withHeadline),
    });
    expect(bad).toEqual([]);
    expect(tally.listings).toEqual({ updated: await count('listings') });
    expect(await extensions()).toEqual(before);
  });

  it('of a listing that a feed changes, twice', async () => {
    for (const [day, headline] of ['Once', 'Twice'].entries()) {
      const entry = `<residential modTime="2025-07-0${day + 1}-09:00:00" status="current"><agentID>EAST</agentID><uniqueID>F1</uniqueID>
        <address><streetNumber>8</streetNumber><street>Main Road</street><suburb>Kew</suburb><state>vic</state>
        <postcode>3101</postcode></address><headline>${headline}</headline></residential>`;
      expect(await importFeedText(service.store.dataSource, feedOf(entry))).toMatchObject({ updated: 1 });
    }
    expect(await extensions()).toEqual(before);
  });

  it('of all documents, when it starts and when it rebuilds them', async () => {
    const tables = ['accounts', 'agents', 'listing_documents', 'property_documents'];
    for (const table of tables) await query(`UPDATE ${table} SET representation = 0`);
    await migrate(service.store.dataSource);
    // A later schema: its release rebuilds documents.
    for (const table of tables) expect(await count(`${table} WHERE representation <> 0`)).toBe(0);
    await rebuildDocuments(SqlExecutor.of(service.store.dataSource));
    for (const table of tables) expect(await count(`${table} WHERE representation = 0`)).toBe(0);
    expect(await extensions()).toEqual(before);
  });
});

/** Columns of filters, with values that an older release may have left. */
const FILTERS: Readonly<Record<string, string>> = {
  accounts: `folded_name = '', name_words = '{}', listing_source = '', full_address = '', search = '', feed_agent_ids = '{}'`,
  agents: `folded_name = '', email_agency = '', departments = '{}', search = ''`,
  listings: `flags = 0, bedrooms = NULL, price = NULL, price_to = NULL, land_area = NULL, street = '', category = '',
    commercial_categories = '{}', auction_day = NULL, shown_sold_price = NULL, hides_address = false`,
  listing_words: `words = ''`,
  properties: `street = '', full_address = ''`,
};

it('migrate fills columns of filters again, and nobody hears of it', async () => {
  await query(`DELETE FROM migrations WHERE timestamp = 9999999999999`);
  const rows = () =>
    Promise.all(
      [...Object.keys(FILTERS), 'current_listings', 'changes'].map((table) =>
        query(`SELECT to_jsonb(stored) - 'representation' - 'updated_at' AS row FROM ${table} stored
          WHERE to_jsonb(stored) ->> 'resource' IS DISTINCT FROM 'documents' ORDER BY 1`),
      ),
    );
  // Another size is another cached response.
  const found = async (pageSize: number) => {
    const { body } = await service.get<{ data: object[] }>(`/api/v1/agents?department=sales&limit=${pageSize}`);
    return body.data;
  };
  const intact = [await rows(), await found(8)];
  await service.store.dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL directory.untraced = 'on'`);
    for (const [table, columns] of Object.entries(FILTERS)) await manager.query(`UPDATE ${table} SET ${columns}`);
    for (const table of ['accounts', 'agents', 'listing_documents', 'property_documents'])
      await manager.query(`UPDATE ${table} SET representation = 0`);
  });
  expect(await found(9)).toEqual([]);
  await migrate(service.store.dataSource);
  expect([await rows(), await found(9)]).toEqual(intact);
});
