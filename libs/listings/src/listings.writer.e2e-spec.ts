import { beforeEach, describe, expect, it } from 'vitest';
import { deletedMeanwhile, emptyTables, specStore } from '@testing';
import { typeBits } from './dto/listing.kinds.js';
import { account, agent, exportedLines, importLines, listing } from '../../../test/support/bundle-lines.js';

const store = specStore();

beforeEach(async () => {
  await emptyTables(store.dataSource);
  await importLines(store.dataSource, { accounts: [account(1), account(2)], agents: [agent(1), agent(2)] });
});

const listings = (...lines: object[]) => importLines(store.dataSource, { listings: lines });
const exported = () => exportedLines(store.dataSource, 'listings');
const properties = () =>
  store.dataSource.query<Record<string, unknown>[]>(
    `SELECT id, uid, bedrooms, listing_types AS types, shown_listing_id AS shown FROM properties ORDER BY id`,
  );

describe('importListings', () => {
  it('identifies a listing by its account, office and uniqueID', async () => {
    const others = [listing('A', { websiteID: 2 }), listing('A', { agentID: 'OFFICE2' })];
    expect((await listings(listing('A'), ...others)).tally.listings).toEqual({ created: 3 });
    expect((await listings(listing('A', { headline: 'New' }), ...others)).tally.listings).toEqual({
      updated: 1,
      unchanged: 2,
    });
    expect((await exported()).map(({ id, headline }) => [id, headline])).toEqual([
      [1, 'New'],
      [2, ''],
      [3, ''],
    ]);
  });

  it('keeps supplied ids that are free, and names the listings that have the others', async () => {
    const _id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const { bad } = await listings(
      listing('A', { id: 5, _id: _id.toUpperCase() }),
      listing('B', { id: 5 }),
      listing('C', { _id }),
    );
    expect(bad).toEqual([
      'listings.ndjson:2: id: 5 belongs to another listing',
      'listings.ndjson:3: _id: belongs to another listing',
    ]);
    expect((await listings(listing('D', { id: 5 }))).bad).toEqual([
      'listings.ndjson:1: id: 5 belongs to another listing',
    ]);
    // A known listing keeps its ids, whatever the line contains.
    expect((await listings(listing('A', { id: 9 }))).tally.listings).toEqual({ unchanged: 1 });
    expect(await exported()).toMatchObject([{ id: 5, _id }]);
  });

  it('names references of a line that do not exist', async () => {
    const { bad } = await listings(listing('A', { websiteID: 9 }), listing('B', { agents: [{ id: 1 }, { id: 8 }] }));
    expect(bad).toEqual([
      'listings.ndjson:1: websiteID: must be an account that exists',
      'listings.ndjson:2: agents[1].id: must be an agent that exists',
    ]);
  });

  it('creates a listing again, with a new id, if it is deleted during the import', async () => {
    await listings(listing('A'), listing('B'));
    const { tally } = await deletedMeanwhile(store.dataSource, 1, () =>
      listings(listing('A', { headline: 'Back' }), listing('B', { headline: 'Stays' })),
    );
    expect(tally.listings).toEqual({ created: 1, updated: 1 });
    expect((await exported()).map(({ id, headline }) => [id, headline])).toEqual([
      [2, 'Stays'],
      [3, 'Back'],
    ]);
  });

  it('applies several lines for one listing in order', async () => {
    const { tally } = await listings(
      listing('A', { headline: 'First' }),
      listing('B'),
      listing('A', { headline: 'Last' }),
      listing('A', { headline: 'Last' }),
    );
    expect(tally.listings).toEqual({ created: 2, updated: 1, unchanged: 1 });
    expect(await exported()).toMatchObject([{ headline: 'Last' }, { headline: '' }]);
  });

  it('takes the dates of a listing from the line, else from the stored listing, else from the clock', async () => {
    const given = { createdAt: '2020-01-02T00:00:00+10:00', updatedAt: '2020-03-04T00:00:00.000Z' };
    await listings(listing('A', given), listing('B'));
    const [a, b] = await exported();
    const createdAt = '2020-01-01T14:00:00.000Z';
    expect(a).toMatchObject({ firstdate: createdAt, createdAt, modtime: given.updatedAt, updatedAt: given.updatedAt });
    expect(b?.['firstdate']).toBe(b?.['updatedAt']);

    await listings(listing('A', { headline: 'New' }));
    const [changed] = await exported();
    expect(changed).toMatchObject({ firstdate: createdAt, createdAt });
    expect(Date.parse(String(changed?.['updatedAt']))).toBeGreaterThan(Date.now() - 60_000);
    expect(changed?.['modtime']).toBe(changed?.['updatedAt']);

    expect((await listings(listing('A', { headline: 'New', modtime: '2021-01-01T00:00:00Z' }))).tally.listings).toEqual(
      { updated: 1 },
    );
  });

  it('finds the property of an address, and creates one for a listing without a street', async () => {
    const uid = '01890a5d-ac96-774b-bcce-b302099a8057';
    const { address } = listing('');
    await listings(
      listing('A', { propertyID: 40, address: { ...address, _id: uid }, features: { bedrooms: 3 } }),
      listing('B', { listingType: 'rental', modtime: '2020-01-01T00:00:00Z', features: { bedrooms: 4 } }),
      listing('C', { address: { suburb: 'Richmond', state: 'VIC' } }),
      listing('D', { address: { suburb: 'Richmond', state: 'VIC' } }),
    );
    expect(await properties()).toMatchObject([
      { id: 40, uid, bedrooms: 3, types: typeBits(['residential', 'rental']), shown: 1 },
      { id: 41, shown: 3 },
      { id: 42, shown: 4 },
    ]);
    // The last one that leaves takes the property with it; the other spelling of an address is the same one.
    await listings(
      listing('C', { address: { ...address, streetNumber: '41' } }),
      listing('E', { address: { ...address, streetNumber: 'No. 41' } }),
    );
    expect((await properties()).map(({ id }) => id)).toEqual([40, 42, 43]);
  });

  it('replaces agents and inspections', async () => {
    const times = [{ dateFrom: '2026-03-07T00:00:00Z', dateTo: '2026-03-07T00:30:00Z' }];
    await listings(
      listing('A', { agents: [{ id: 1 }, { id: 2, profileVisibility: false }, { id: 1 }], inspectionTimes: times }),
    );
    const said = async () => (await exported()).map(({ agents, inspectionTimes }) => ({ agents, inspectionTimes }));
    expect(await said()).toMatchObject([
      {
        agents: [
          { id: 1, profileVisibility: true },
          { id: 2, profileVisibility: false },
        ],
      },
    ]);
    await listings(listing('A', { agents: [{ id: 2 }] }));
    expect(await said()).toEqual([{ agents: [{ id: 2, profileVisibility: true }], inspectionTimes: [] }]);
  });
});
