import { saveInTurn, sql, SqlExecutor } from '@app/sql';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { specStore } from '@testing';
import { resolveProperties, type PropertySeed } from './property.writer.js';

const store = specStore();
let executor: SqlExecutor;

beforeAll(async () => {
  executor = SqlExecutor.of(store.dataSource);
});

beforeEach(() => executor.execute(sql`TRUNCATE properties CASCADE`));

const seedOf = (key: string, changes: Partial<PropertySeed> = {}): PropertySeed => ({
  key,
  suburbId: null,
  street: 'Main Road',
  fullAddress: `${key}, Richmond VIC 3121`,
  addressOrder: key,
  latitude: '-37.82',
  longitude: '',
  isCentre: null,
  address: `{"fullAddress":"${key}"}`,
  at: '2026-03-01T00:00:00.000Z',
  bedrooms: 3,
  bathrooms: null,
  carSpaces: 1,
  listingType: 'residential',
  listingId: 7001,
  ...changes,
});

/** Resolves and writes properties as an import does. */
function resolve(...seeds: PropertySeed[]): Promise<ReadonlyMap<string, number>> {
  return executor.transaction(async (transaction) => {
    const { ids, saves } = await resolveProperties(transaction, seeds);
    await saveInTurn(saves);
    return ids;
  });
}

interface Row {
  readonly id: number;
  readonly uid: string;
  readonly address: string;
}
const rows = () =>
  executor.query<Row>(sql`SELECT property.*, stated.address FROM properties property
    JOIN property_documents stated ON stated.property_id = property.id ORDER BY property.id`);

describe('resolveProperties', () => {
  it('creates one property per address, from the first listing there', async () => {
    const ids = await resolve(
      seedOf('39 Main Road', { listingId: 7001, bedrooms: 3 }),
      seedOf('41 Main Road', { listingId: 7002 }),
      seedOf('39 Main Road', { listingId: 7003, bedrooms: 5, address: '{"fullAddress":"other"}' }),
    );
    expect([...ids.keys()]).toEqual(['39 Main Road', '41 Main Road']);
    expect(new Set(ids.values()).size).toBe(2);
    expect(await rows()).toMatchObject([
      { id: ids.get('39 Main Road'), bedrooms: 3, shown_listing_id: 7001, address: '{"fullAddress":"39 Main Road"}' },
      { id: ids.get('41 Main Road'), shown_listing_id: 7002 },
    ]);
  });

  it('stores folded texts, coordinates as numbers, and the type as a bit', async () => {
    await resolve(seedOf('39 MÄIN Road', { street: 'MAIN Road' }));
    expect(await rows()).toMatchObject([
      {
        street: 'main road\n main road ',
        full_address: '39 mäin road, richmond vic 3121\n 39 main road richmond vic 3121 ',
        latitude: -37.82,
        longitude: null,
      },
    ]);
  });

  it('finds existing properties, and does not change them', async () => {
    const first = await resolve(seedOf('39 Main Road'));
    const before = await rows();
    const again = await resolve(seedOf('39 Main Road', { street: 'Other' }), seedOf('41 Main Road'));
    expect(again.get('39 Main Road')).toBe(first.get('39 Main Road'));
    const after = await rows();
    expect(after).toHaveLength(2);
    expect(after[0]).toEqual(before[0]);
  });

  it('assigns requested ids that are free, each once', async () => {
    const uid = '00000000-0000-4000-8000-000000005001';
    const ids = await resolve(
      seedOf('39 Main Road', { id: 5001, uid }),
      seedOf('41 Main Road', { id: 5001, uid }),
      seedOf('43 Main Road'),
      seedOf('43 Main Road', { id: 5003 }),
    );
    expect(ids.get('39 Main Road')).toBe(5001);
    expect(ids.get('41 Main Road')).not.toBe(5001);
    expect(ids.get('43 Main Road')).toBe(5003);
    const uids = (await rows()).map((row) => row.uid);
    expect(uids).toContain(uid);
    expect(new Set(uids).size).toBe(3);
    // Further properties get later ids.
    const later = await resolve(seedOf('45 Main Road'), seedOf('47 Main Road', { id: 5001 }));
    expect([...later.values()].every((id) => id > 5003)).toBe(true);
  });
});
