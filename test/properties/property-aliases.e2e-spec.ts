import { rekeyProperties } from '@app/properties';
import { sql, SqlExecutor } from '@app/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { listingLine, seed, specService } from '@testing';

const richmond = { suburb: 'Richmond', state: 'VIC', postcode: '3121', country: 'Australia' };
const unit = { ...richmond, subNumber: '2', streetNumber: '102', street: 'Lennox Street' };
const elsewhere = { ...richmond, streetNumber: '1', street: 'Other Street' };
const asOneField = { ...richmond, streetNumber: 'Unit 2, 102', street: 'Lennox St' };

const LISTINGS = [unit, elsewhere, asOneField].map((address) => listingLine(11, { address }));

const service = specService();
let executor: SqlExecutor;
/** The properties as stored by an earlier release; two are the same dwelling. */
let [first, other, second] = [stored(0, ''), stored(0, ''), stored(0, '')];

interface Stored {
  readonly id: number;
  readonly uid: string;
}

function stored(id: number, uid: string): Stored {
  return { id, uid };
}

beforeAll(async () => {
  executor = SqlExecutor.of(service.store.dataSource);
  await seed(service, { accounts: [{ websiteID: 11, name: 'A', link: 'https://a.example' }], listings: LISTINGS });
});

const read = (id: number | string) =>
  service.get<{ id: number; address: object; listings: { uniqueID: string; propertyID: number }[] }>(
    `/api/v1/properties/${id}`,
  );

const propertyOf = async (at: number): Promise<Stored> => {
  const { body } = await service.get<{ data: { propertyID: number; address: { _id: string } }[] }>(
    `/api/v1/listings?uniqueID=${LISTINGS[at]!.uniqueID}`,
  );
  return stored(body.data[0]!.propertyID, body.data[0]!.address._id);
};

it('one dwelling is one property, however its address is written', async () => {
  expect(await propertyOf(2)).toEqual(await propertyOf(0));
  expect(await propertyOf(1)).not.toEqual(await propertyOf(0));
});

describe('merged properties', () => {
  beforeAll(async () => {
    // As before 0.10: a separate property, with a key as the address was written.
    await executor.execute(sql`WITH made AS (
        INSERT INTO properties (uid, address_key, suburb_id, street, full_address, address_order, listing_types,
          created_at, updated_at)
        SELECT gen_random_uuid(), 'australia|vic|3121|richmond|lennox st|unit 2, 102||', suburb_id, 'lennox st', full_address,
          address_order, listing_types, now(), now() FROM properties WHERE id = (
            SELECT property_id FROM listings WHERE unique_id = ${LISTINGS[2]!.uniqueID})
        RETURNING id), documented AS (
        INSERT INTO property_documents (property_id, address, representation)
        SELECT made.id, document.address, 0 FROM made, listings listing
        JOIN listing_documents document ON document.listing_id = listing.id WHERE unique_id = ${LISTINGS[2]!.uniqueID})
      UPDATE listings SET property_id = made.id FROM made WHERE unique_id = ${LISTINGS[2]!.uniqueID}`);
    await executor.execute(sql`UPDATE listing_documents document
      SET document = regexp_replace(document, '(?<="propertyID":)[0-9]+', listing.property_id::text)
      FROM listings listing WHERE listing.id = document.listing_id`);
    await executor.execute(sql`UPDATE properties SET address_key = 'australia|vic|3121|richmond|other st|1||'
      WHERE street = 'other street'`);
    await executor.execute(sql`DELETE FROM property_key_version`);
    [first, other, second] = [await propertyOf(0), await propertyOf(1), await propertyOf(2)];
  });

  it('keep the oldest one, with the listings of both', async () => {
    expect(second.id).toBeGreaterThan(first.id);
    expect((await read(second.id)).body.id).toBe(second.id);
    expect(await rekeyProperties(executor)).toBe(1);
    const { body } = await read(first.id);
    expect(body.listings.map(({ uniqueID }) => uniqueID).sort()).toEqual(
      [LISTINGS[0]!.uniqueID, LISTINGS[2]!.uniqueID].sort(),
    );
    expect(body.listings.map(({ propertyID }) => propertyID)).toEqual([first.id, first.id]);
    expect(await propertyOf(2)).toEqual(first);
  });

  it('are found by the ids of both', async () => {
    const expected = (await read(first.id)).body;
    for (const id of [second.id, second.uid, first.uid]) expect((await read(id)).body).toEqual(expected);
    const list = (ids: string) => service.get<{ data: { id: number }[] }>(`/api/v1/properties?ids=${ids}`);
    for (const ids of [second.id, second.uid, `${second.id},${first.uid}`]) {
      expect((await list(String(ids))).body.data.map(({ id }) => id)).toEqual([first.id]);
    }
    expect((await list(`${second.uid},${other.id}`)).body.data.map(({ id }) => id)).toEqual([first.id, other.id]);
  });

  it('are reported in the log of changes: one as changed, the other as deleted', async () => {
    const rows = await executor.query<{ id: number; kind: string }>(
      sql`SELECT resource_id AS id, kind FROM changes WHERE resource = 'property' ORDER BY at DESC LIMIT 20`,
    );
    expect(rows).toContainEqual({ id: second.id, kind: 'deleted' });
    expect(rows.find(({ id }) => id === first.id)?.kind).toBe('updated');
  });

  it('get their keys once', async () => {
    expect(await rekeyProperties(executor)).toBe(0);
    const keys = await executor.query<{ key: string }>(sql`SELECT address_key AS key FROM properties ORDER BY id`);
    expect(keys.map(({ key }) => key)).toEqual([
      'australia|vic|3121|richmond|lennox street|102|2|',
      'australia|vic|3121|richmond|other street|1||',
    ]);
  });

  it('do not release the old id to another property', async () => {
    const named = (address: object) => ({ propertyID: second.id, address: { ...address, _id: second.uid } });
    const another = { ...richmond, streetNumber: '9', street: 'New Street' };
    const line = { ...listingLine(11), ...named(another) };
    await seed(service, { listings: [line] });
    expect((await read(second.id)).body.id).toBe(first.id);
    const again = { ...listingLine(11), ...named(unit) };
    await seed(service, { listings: [again] });
    const { body } = await read(first.id);
    expect(body.listings.map(({ uniqueID }) => uniqueID)).toContain(again.uniqueID);
  });

  it('lose both ids with their last listing', async () => {
    await executor.execute(sql`DELETE FROM listings WHERE property_id = ${first.id}`);
    for (const id of [first.id, second.id, second.uid]) expect((await read(id)).status).toBe(404);
    expect(await executor.query(sql`SELECT FROM property_aliases`)).toEqual([]);
  });
});
