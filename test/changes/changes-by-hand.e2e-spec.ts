import { generatedSource } from '@app/bundles';
import { rebuildDocuments } from '@app/documents';
import { SqlExecutor } from '@app/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { account, agent as agentLine } from '../support/bundle-lines.js';
import { type Change, changesOf, listingLine, servicesOn, specStore, suburbLine } from '@testing';

const store = specStore();
const inspectionTimes = [{ dateFrom: '2030-01-05T10:00:00+11:00', dateTo: '2030-01-05T10:30:00+11:00' }];

beforeAll(async () => {
  await servicesOn(store.dataSource).importer.import([
    generatedSource('suburbs', [suburbLine('Richmond VIC 3121', { regionName: 'Melbourne', areaName: 'Yarra' })]),
    generatedSource('accounts', [account(1), account(2)]),
    generatedSource('agents', [agentLine(1), agentLine(2), agentLine(3)]),
    generatedSource('listings', [
      listingLine(1, { id: 7, uniqueID: 'A', agents: [{ id: 1 }, { id: 2 }], inspectionTimes }),
      listingLine(1, { id: 8, uniqueID: 'B' }),
    ]),
  ]);
});

const query = <Row>(statement: string) => store.dataSource.query<Row[]>(statement);

/** The log entries of some statements. */
const changesBy = (...statements: string[]): Promise<Change[]> =>
  changesOf(store.dataSource, async () => {
    for (const statement of statements) await query(statement);
  });

const words = (changes: readonly Change[]) =>
  changes.map(({ resource, resource_id: id, kind }) => `${resource} ${id ?? 'all'} ${kind}`);

describe('a statement executed by hand is recorded', () => {
  it.each<[string, string[]]>([
    [
      `INSERT INTO suburbs (id, uid, suburb, state, postcode, name, slug, gazetted, document)
        SELECT 90, gen_random_uuid(), 'Kew', 'VIC', '3101', 'Kew VIC 3101', 'kew', true, '{}'`,
      ['suburb 90 created'],
    ],
    ["UPDATE suburbs SET area_name = 'Boroondara' WHERE id = 90", ['suburb 90 updated']],
    ['DELETE FROM suburbs WHERE id = 90', ['suburb 90 deleted']],
    ["UPDATE accounts SET name = 'Other' WHERE id = 2", ['account 2 updated']],
    ["UPDATE accounts SET item = '{}' WHERE id = 2", ['account 2 updated']],
    ["UPDATE credentials SET secret_hash = '' WHERE website_id = 2", ['credential 2 updated']],
    ['DELETE FROM credentials WHERE website_id = 2', ['credential 2 deleted']],
    ["UPDATE agents SET name = 'Joan' WHERE id = 3", ['agent 3 updated']],
    ["UPDATE listings SET bedrooms = 4, status = 'sold' WHERE id = 7", ['property 1 updated', 'listing 7 updated']],
    [
      'UPDATE listing_documents SET document = replace(document, \'"sold"\', \'"current"\') || \',"headline":"New"\' WHERE listing_id = 7',
      ['listing 7 content'],
    ],
    [
      `UPDATE listing_documents SET document = replace(document, '"images":[]', '"images":[{"id":"m","url":"https://x.example/"}]') WHERE listing_id = 7`,
      ['listing 7 images'],
    ],
    [
      `UPDATE listing_documents SET document = replace(document, '"priceView":""', '"priceView":"Offers"') WHERE listing_id = 7`,
      ['listing 7 price'],
    ],
    [
      `UPDATE listing_documents SET document = replace(document, '"underOffer":false', '"underOffer":true') WHERE listing_id = 7`,
      ['listing 7 status'],
    ],
    [`UPDATE listing_documents SET private = '{"soldDetails":{"price":1}}' WHERE listing_id = 7`, ['listing 7 price']],
    ["UPDATE listing_documents SET slug_values = '{}' WHERE listing_id = 7", ['listing 7 updated']],
    ['INSERT INTO listing_agents VALUES (7, 3, 5, true)', ['listing 7 content']],
    [
      'UPDATE listing_agents SET profile_visibility = false WHERE (listing_id, agent_id) = (7, 3)',
      ['listing 7 content'],
    ],
    ['DELETE FROM listing_agents WHERE (listing_id, agent_id) = (7, 3)', ['listing 7 content']],
    ['INSERT INTO listing_inspections VALUES (7, 5, now(), now(), now(), now())', ['listing 7 updated']],
    ['UPDATE listing_inspections SET ends_at = now() WHERE listing_id = 7', ['listing 7 updated']],
    ['DELETE FROM listing_inspections WHERE listing_id = 7 AND position = 5', ['listing 7 updated']],
    ["UPDATE properties SET street = 'other' WHERE id = 1", ['property 1 updated']],
    ['UPDATE property_documents SET address = \'{"street":"Other"}\' WHERE property_id = 1', ['property 1 updated']],
    ['DELETE FROM agents WHERE id = 2', ['agent 2 deleted', 'listing 7 content']],
    ['DELETE FROM listings WHERE id = 7', ['property 1 deleted', 'listing 7 deleted']],
    [
      'DELETE FROM accounts WHERE id = 1',
      [
        'account 1 deleted',
        'agent 1 deleted',
        'agent 3 deleted',
        'property 2 deleted',
        'credential 1 deleted',
        'listing 8 deleted',
      ],
    ],
    ['TRUNCATE listing_agents', ['listing all truncated']],
    ['TRUNCATE credentials CASCADE', ['credential all truncated']],
  ])('%s', async (statement, expected) => {
    expect(words(await changesBy(statement)).toSorted()).toEqual(expected.toSorted());
    expect(await query('SELECT FROM pending_changes')).toEqual([]);
  });
});

describe('no change is recorded', () => {
  it('for statements without effect, for a rollback, and for a rebuild', async () => {
    const silent = await changesBy(
      'UPDATE listings SET status = status',
      'UPDATE accounts SET name = name',
      'UPDATE listing_documents SET document = document',
      'DELETE FROM agents WHERE false',
      `DO $$ BEGIN UPDATE accounts SET name = 'Back'; RAISE unique_violation; EXCEPTION WHEN unique_violation THEN END $$`,
      'UPDATE accounts SET representation = 1',
    );
    expect(words(silent)).toEqual([]);
    const rebuilt = await changesOf(store.dataSource, async () => {
      expect((await rebuildDocuments(SqlExecutor.of(store.dataSource))).get('accounts')).toBe(1);
    });
    // Caches read it, and followers do not.
    expect(words(rebuilt)).toEqual(['documents all updated']);
  });
});
