import { beforeAll, describe, expect, it } from 'vitest';
import {
  createAccount,
  type Keys,
  listingLine,
  type ListingLine,
  operator,
  seed,
  specService,
  storeCredential,
  suburbLine,
} from '@testing';

const service = specService();
let websiteID: number;
let site: Keys;

const RICHMOND = { suburb: 'Richmond', state: 'VIC', postcode: '3121', latitude: '-37.8200', longitude: '145.0000' };
const CREMORNE = { suburb: 'Cremorne', state: 'VIC', postcode: '3121' };
const CARLTON = { suburb: 'Carlton', state: 'VIC', postcode: '3053' };

type Change = Partial<ListingLine> & { readonly bedrooms?: number; readonly value?: number };

let street = 0;

/** A house with three bedrooms for 800,000 dollars in Richmond, with the given differences. */
function home(uniqueID: string, { bedrooms = 3, value = 800_000, ...fields }: Change = {}): ListingLine {
  street += 1;
  const address = { streetNumber: String(street), street: 'Quay St', ...RICHMOND, ...fields.address };
  return listingLine(websiteID, {
    uniqueID,
    firstdate: `2026-01-01T00:00:${String(street).padStart(2, '0')}.000Z`,
    features: { bedrooms },
    price: { value },
    ...fields,
    address,
  });
}

beforeAll(async () => {
  const account = await createAccount(service);
  websiteID = account.websiteID;
  site = await storeCredential(service, account, 'public');
  await seed(service, {
    suburbs: [
      suburbLine('Richmond VIC 3121', { surroundingSuburbs: [{ name: 'Cremorne', slug: 'cremorne-vic-3121' }] }),
      suburbLine('Cremorne VIC 3121'),
      suburbLine('Carlton VIC 3053'),
    ],
  });
  const nowhere = { latitude: '', longitude: '' };
  const elsewhere = { ...CARLTON, ...nowhere };
  await seed(service, {
    listings: [
      home('HOME', { address: { streetNumber: '900' } }),
      home('SAME-PROPERTY', { address: { streetNumber: '900' } }),
      home('TWIN'),
      home('OLDER-TWIN', { firstdate: '2025-01-01T00:00:00.000Z' }),
      home('DEARER', { value: 990_000 }),
      home('TOO-DEAR', { value: 1_000_001 }),
      home('FOUR-BEDROOMS', { bedrooms: 4 }),
      home('FIVE-BEDROOMS', { bedrooms: 5 }),
      home('UNIT', { category: 'Unit' }),
      home('RENTAL', { listingType: 'rental', price: { rent: { price: 800_000 } } }),
      home('NEXT-SUBURB', { address: { ...CREMORNE, ...nowhere } }),
      home('FAR-SUBURB', { address: elsewhere }),
      home('FAR-BUT-NEAR', { address: { ...CARLTON, latitude: '-37.7800' } }),
      home('FAR-AND-FAR', { address: { ...CARLTON, latitude: '-37.7700' } }),
      home('NEAR-BUT-HIDDEN', { address: { ...CARLTON, latitude: '-37.7800', display: false } }),
      home('HIDDEN-PRICE', { price: { value: 5_000_000, display: false } }),
      home('HIDDEN-ADDRESS', { address: { streetNumber: '900', display: false }, bedrooms: 2 }),
      home('SOLD', { status: 'sold', soldDetails: { price: 900_000 } }),
      home('SOLD-TOO-DEAR', { status: 'sold', soldDetails: { price: 2_000_000 } }),
      home('SOLD-IN-SECRET', { status: 'sold', soldDetails: { price: 2_000_000, display: 'no' } }),
    ],
  });
});

interface Cards {
  readonly total: number;
  readonly data: readonly { readonly id: number; readonly address: string; readonly price: string }[];
}

async function similarTo(id: string, query = '', as: Keys = operator): Promise<string[]> {
  const { status, body } = await service.get<Cards>(`/api/v1/listings/${id}/similar?limit=100&${query}`, { as });
  expect({ id, status }).toEqual({ id, status: 200 });
  expect(body.total).toBe(body.data.length);
  const rows: { id: number; unique_id: string }[] = await service.store.dataSource.query(
    'SELECT id, unique_id FROM listings',
  );
  const names = new Map(rows.map((row) => [row.id, row.unique_id]));
  return body.data.map((card) => names.get(card.id) ?? '');
}

describe('GET /listings/{id}/similar (B61)', () => {
  const LIKE = ['TWIN', 'OLDER-TWIN', 'DEARER', 'FOUR-BEDROOMS', 'HIDDEN-PRICE', 'NEXT-SUBURB', 'FAR-BUT-NEAR'];

  it('returns similar homes, the most similar first, but never the same property', async () => {
    const found = await similarTo('HOME');
    expect(found.slice(0, 3)).toEqual(['TWIN', 'OLDER-TWIN', 'DEARER']);
    expect(found.toSorted()).toEqual(LIKE.toSorted());
  });

  it('does not reveal the hidden address of the home to visitors', async () => {
    expect((await similarTo('HOME', '', site)).toSorted()).toEqual([...LIKE, 'HIDDEN-ADDRESS'].toSorted());
  });

  it('compares sold homes by their sale price', async () => {
    for (const as of [operator, site])
      expect(await similarTo('HOME', 'status=sold', as)).toEqual(['SOLD', 'SOLD-IN-SECRET']);
    expect(await similarTo('SOLD', 'status=sold')).toEqual(['SOLD-IN-SECRET']);
  });

  it('compares only visible fields of the home', async () => {
    expect(await similarTo('HIDDEN-PRICE')).toContain('TOO-DEAR');
    expect(await similarTo('NEAR-BUT-HIDDEN')).toEqual(['FAR-AND-FAR', 'FAR-BUT-NEAR', 'FAR-SUBURB']);
  });

  it('can be limited to the homes of one account', async () => {
    const { websiteID: other } = await createAccount(service);
    await seed(service, { listings: [{ ...home('OF-ANOTHER'), websiteID: other }] });
    for (const as of [operator, site]) {
      expect(await similarTo('HOME', '', as)).toContain('OF-ANOTHER');
      expect(await similarTo('HOME', `websiteID=${other}`, as)).toEqual(['OF-ANOTHER']);
      expect(await similarTo('HOME', `websiteID=${websiteID}`, as)).not.toContain('OF-ANOTHER');
    }
    await seed(service, { listings: [{ ...home('ANOTHER-OF-ANOTHER'), websiteID: other }] });
    expect(await similarTo('HOME', `websiteID=${other}`)).toEqual(['ANOTHER-OF-ANOTHER', 'OF-ANOTHER']);
    await service.store.dataSource.query('DELETE FROM listings WHERE website_id = $1', [other]);
  });

  it('has pages, by number and by cursor', async () => {
    const pages: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: Cards & { nextCursor: string | null } } = await service.get(
        `/api/v1/listings/HOME/similar?limit=2&cursor=${cursor}`,
      );
      pages.push(...body.data.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    const { body } = await service.get<Cards>('/api/v1/listings/HOME/similar?limit=100');
    expect(pages).toEqual(body.data.map(({ id }) => id));
    const second = await service.get<Cards>('/api/v1/listings/HOME/similar?limit=2&page=2');
    expect(second.body.data.map(({ id }) => id)).toEqual(pages.slice(2, 4));
  });

  it('refuses unsupported parameters, and reports every fault', async () => {
    const { status, body } = await service.get<{ errors: { parameter: string }[] }>(
      '/api/v1/listings/HOME/similar?status=leased&limit=0&suburb=Richmond',
    );
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }) => parameter).toSorted()).toEqual(['limit', 'status', 'suburb']);
    expect((await service.get('/api/v1/listings/NOBODY/similar')).status).toBe(404);
    expect((await service.get('/api/v1/listings/SOLD/similar', { as: await otherSite() })).status).toBe(404);
  });

  const otherSite = async () => storeCredential(service, await createAccount(service), 'public');

  it('is cached until a change affects it', async () => {
    const tagOf = async () => (await service.get('/api/v1/listings/HOME/similar')).headers.get('etag');
    const before = await tagOf();
    await seed(service, { listings: [home('FAR-AND-FAR', { address: CARLTON, value: 700_000, bedrooms: 1 })] });
    expect(await tagOf()).toBe(before);
    await seed(service, { listings: [home('TOO-DEAR', { value: 810_000 })] });
    expect(await similarTo('HOME')).toContain('TOO-DEAR');
    await seed(service, { listings: [home('HOME', { address: { streetNumber: '900' }, bedrooms: 5 })] });
    expect((await similarTo('HOME')).toSorted()).toEqual(['FIVE-BEDROOMS', 'FOUR-BEDROOMS']);
  });
});
