import { generatedSource } from '@app/bundles';
import { beforeAll, describe, expect, it } from 'vitest';
import { account, agent } from '../support/bundle-lines.js';
import { type Change, changesOf, createStore, listingLine, type ListingLine, servicesOn, specStore } from '@testing';

/** Above this number, the rows of a resource in a transaction are not recorded individually. */
const MOST_JUDGED = 500;
/** Above this number of announced lines, a load creates its indexes afterwards (ADR 8). */
const FIRST_LOAD = 20_000;

const store = specStore();

const take = (...sources: Parameters<typeof generatedSource>[]) =>
  servicesOn(store.dataSource).importer.import(sources.map((source) => generatedSource(...source)));

beforeAll(async () => {
  await take(['accounts', [account(1), account(2), account(3)]], ['agents', [agent(1), agent(2)]]);
});

const address = { streetNumber: '39', street: 'Main Road', suburb: 'Richmond', state: 'VIC', postcode: '3121' };
const line = (fields: Partial<ListingLine>) =>
  listingLine(1, { uniqueID: 'L1', price: { value: 500_000 }, agents: [{ id: 1 }], address, ...fields });
const images = [{ id: 'm', url: 'https://x.example/1' }];

/** The log entries of an import of listings. */
async function changesBy(...lines: ListingLine[]): Promise<Change[]> {
  const changes = await changesOf(store.dataSource, () => take(['listings', lines]));
  return changes.filter(({ resource }) => resource === 'listing');
}

async function between(before: Partial<ListingLine>, after: Partial<ListingLine>): Promise<Change[]> {
  await changesBy(line(before));
  return changesBy(line(after));
}

describe('an imported listing is recorded', () => {
  it('with its visible fields when it is created', async () => {
    const [created, ...others] = await changesBy(line({ uniqueID: 'new' }));
    expect(others).toEqual([]);
    expect(created).toMatchObject({
      kind: 'created',
      website_id: 1,
      before: null,
      after: { listingType: 'residential', status: 'current', price: { value: 500_000 } },
      old_row: null,
      new_row: {
        unique_id: 'new',
        price: 500_000,
        agents: [1],
        inspections: [],
        shown_by: [1],
        place: { suburb: 'richmond', name: 'richmond vic 3121', state: 'vic', postcode: '3121', region: '', area: '' },
      },
    });
  });

  it.each<[string, Partial<ListingLine>]>([
    ['nothing', {}],
    ['a sale', { soldDetails: { price: 1 } }],
    ['images', { images }],
  ])('not at all if it is unchanged: %s', async (_, fields) => {
    expect(await between(fields, fields)).toEqual([]);
  });

  it.each<[string, Partial<ListingLine>, Partial<ListingLine>, string[]]>([
    ['the status', {}, { status: 'sold' }, ['status']],
    ['an offer', {}, { underOffer: true }, ['status']],
    ['the market', {}, { isOffMarket: true }, ['status']],
    ['the price', {}, { price: { value: 1 } }, ['price']],
    ['the wording of the price', {}, { price: { value: 500_000, priceView: 'Contact agent' } }, ['price']],
    ['a sale', {}, { soldDetails: { price: 1 } }, ['price']],
    ['a sale that is taken back', { soldDetails: { price: 1 } }, {}, ['price']],
    ['the images', {}, { images }, ['images']],
    ['the address', {}, { address: { ...address, suburb: 'Kew' } }, ['content']],
    ['the agents', {}, { agents: [{ id: 2 }] }, ['content']],
    ['the order of the agents', { agents: [{ id: 1 }, { id: 2 }] }, { agents: [{ id: 2 }, { id: 1 }] }, ['content']],
    ['everything', {}, { status: 'sold', price: {}, headline: 'h', images: [] }, ['status', 'price', 'content']],
    ['a date', { modtime: '2026-01-01T00:00:00.000Z' }, { modtime: '2026-01-02T00:00:00.000Z' }, ['updated']],
  ])('with the kind of change: %s', async (_, before, after, kinds) => {
    const changes = await between(before, after);
    expect(changes.map(({ kind }) => kind)).toEqual(kinds);
    for (const { old_row: old, new_row: row } of changes) expect(old).not.toEqual(row);
  });

  it('with its old and new values of the changed fields; a removed value is null', async () => {
    expect(await between({}, { status: 'sold', underOffer: true })).toMatchObject([
      {
        before: { status: 'current', underOffer: false },
        after: { status: 'sold', underOffer: true },
        old_row: { status: 'current' },
        new_row: { status: 'sold' },
      },
    ]);
    expect(await between({ soldDetails: { price: 1 } }, {})).toMatchObject([{ after: { soldDetails: null } }]);
  });

  it('with the accounts that show it, and its dates in the calendar', async () => {
    const main = { mainWebsiteID: 1, listingSource: 'officeID', listingOfficeIDs: ['North', 'SOUTH'] };
    await take(['accounts', [account(3, { type: 'sub-account', subsiteDetails: main })]]);
    const inspectionTimes = [{ dateFrom: '2030-01-05T10:00:00+11:00', dateTo: '2030-01-05T10:30:00+11:00' }];
    const [moved] = await changesBy(line({ agentID: 'south', uniqueID: 'office', inspectionTimes }));
    expect(moved?.new_row).toMatchObject({
      shown_by: [1, 3],
      inspections: [{ first_day: '2030-01-05', last_day: '2030-01-05' }],
    });
  });

  it('once per transaction, whatever happens in between', async () => {
    const lines = [1, 2, 3].map((value) => line({ uniqueID: 'thrice', price: { value } }));
    expect(await changesBy(...lines)).toMatchObject([{ kind: 'created', after: { price: { value: 3 } } }]);
    const there = await changesOf(store.dataSource, () =>
      store.dataSource.transaction(async (manager) => {
        await manager.query(`UPDATE listings SET status = 'sold' WHERE unique_id = 'thrice'`);
        await manager.query(`DELETE FROM listings WHERE unique_id = 'thrice'`);
      }),
    );
    expect(there.filter(({ resource }) => resource === 'listing')).toMatchObject([
      { kind: 'deleted', before: { status: 'current' }, old_row: { price: 3, agents: [1] }, new_row: null },
    ]);
  });

  it('without rows if one transaction writes too many of them', async () => {
    const many = (count: number, headline: string) =>
      Array.from({ length: count }, (_, at) => line({ uniqueID: `many-${at}`, headline }));
    const few = await changesBy(...many(MOST_JUDGED, 'One'));
    expect(few).toHaveLength(MOST_JUDGED);
    expect(few.every(({ new_row: row }) => row !== null)).toBe(true);
    const most = await changesBy(...many(MOST_JUDGED + 1, 'Two'));
    expect(most).toHaveLength(MOST_JUDGED + 1);
    expect(most.every(({ old_row: old, new_row: row }) => old === null && row === null)).toBe(true);
    expect(most[0]).toMatchObject({ kind: 'content', before: { headline: 'One' }, after: { headline: 'Two' } });
  });
});

it('staged rows are found by index, although the planner always sees an empty table', async () => {
  await store.dataSource.query('ANALYZE pending_changes');
  const scans = await store.dataSource.transaction(async (manager) => {
    await manager.query(`UPDATE listings SET ensuite = 9 WHERE unique_id LIKE 'many-%'`);
    await manager.query('UPDATE listing_agents SET profile_visibility = false');
    await manager.query('SET CONSTRAINTS ALL IMMEDIATE');
    return manager.query<object[]>(
      `SELECT seq_scan, idx_scan > 0 AS "isLookedUp" FROM pg_stat_xact_user_tables WHERE relname = 'pending_changes'`,
    );
  });
  expect(scans).toEqual([{ seq_scan: '0', isLookedUp: true }]);
});

it('a first load is recorded as a truncation, and later writes as usual', async () => {
  const other = await createStore();
  try {
    const { importer } = servicesOn(other.dataSource);
    const lines = Array.from({ length: 30 }, (_, at) => line({ uniqueID: `L${at % 25}`, agents: [] }));
    await importer.import([generatedSource('accounts', [account(1)])]);
    const changes = await changesOf(other.dataSource, () =>
      importer.import([generatedSource('listings', lines, FIRST_LOAD)]),
    );
    expect(changes.filter(({ resource }) => resource !== 'suburb')).toMatchObject([
      { resource: 'property', kind: 'truncated', resource_id: null },
      { resource: 'listing', kind: 'truncated', resource_id: null },
    ]);
    const later = await changesOf(other.dataSource, () => other.dataSource.query('DELETE FROM listings'));
    expect(later.filter(({ kind }) => kind === 'deleted')).toHaveLength(26);
  } finally {
    await other.drop();
  }
});
