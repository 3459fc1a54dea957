import { beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, feedOf, importFeedText } from '../support/feed-texts.js';
import { entryOf } from '../support/feed-entries.js';
import { createAccount, type Keys, seed, specService, storeCredential, suburbLine } from '@testing';

const service = specService();
let owner: Keys;
let visitor: Keys;

const entry = (id: number, kind: string, inner: string) =>
  entryOf(inner, kind, 'modTime="2026-01-01" status="current"').replace('>1<', `>${id}<`);

beforeAll(async () => {
  await seed(service, { suburbs: [suburbLine('Richmond VIC 3121', { regionName: 'Melbourne - Inner' })] });
  const account = await createAccount(service);
  owner = account;
  visitor = await storeCredential(service, { websiteID: account.websiteID }, 'public');
  const range = (min: number, max: number) => `<price><range><min>${min}</min><max>${max}</max></range></price>`;
  const unknown = ADDRESS.replace('<suburb>', '<suburb display="no">');
  const { fatal } = await importFeedText(
    service.store.dataSource,
    feedOf(
      entry(1, 'residential', ADDRESS + range(450_000, 550_000)),
      entry(2, 'residential', `${ADDRESS}<price>500000</price>`),
      entry(3, 'rental', `${ADDRESS}<rent period="month">2600 - 2860</rent>`),
      entry(4, 'commercial', `${unknown}<headline>Warehouse</headline>`),
      entry(5, 'business', `${unknown}<headline>Cafe</headline>`),
      entry(6, 'residential', `${unknown}<headline>Cottage</headline>`),
    ),
    account.websiteID,
  );
  expect(fatal).toBeNull();
});

async function found(query: string, as = owner): Promise<string> {
  const { body } = await service.get<{ data: { uniqueID: string }[] }>(`/api/v1/listings?${query}`, { as });
  return body.data.map(({ uniqueID }) => uniqueID).join();
}

describe('a price range', () => {
  it.each([
    ['sort=id&minPrice=400000&maxPrice=600000', '1,2'],
    ['minPrice=550000', '1'],
    ['minPrice=550001', ''],
    ['minPrice=540000&maxPrice=545000', '1'],
    ['maxPrice=450000&listingType=residential', '1'],
    ['maxPrice=449999&listingType=residential', ''],
    ['minPrice=460000&sort=price-asc', '1,2'],
    ['minPrice=460000&sort=price-desc', '2,1'],
    ['minPrice=550000&sort=price-asc', '1'],
    ['listingType=rental&minPrice=650&maxPrice=660', '3'],
    ['listingType=rental&minPrice=661', ''],
  ])('matches bounds that it overlaps, and is ordered by its lower end: %s', async (query, ids) => {
    expect(await found(query)).toBe(ids);
    expect(await found(query, visitor)).toBe(ids);
  });

  it('is shown in cards', async () => {
    const { body } = await service.get<{ data: object[] }>('/api/v1/listings?view=card&minPrice=550000', { as: owner });
    expect(body.data).toMatchObject([{ price: '$450,000 - $550,000' }]);
  });
});

describe('a hidden suburb', () => {
  it.each(['suburb=Richmond', 'postcode=3121', 'state=vic', 's=richmond', 's=3121', 'region=Melbourne+Inner'])(
    'of a commercial or business listing is not found by visitors: %s',
    async (query) => {
      expect(await found(`sort=id&${query}`, visitor)).toBe('1,2,3,6');
      if (!query.startsWith('s=')) expect(await found(`sort=id&${query}`)).toBe('1,2,3,4,5,6');
    },
  );

  it('is absent from every response to visitors, but its state is present', async () => {
    for (const path of ['/api/v1/listings?ids=4,5', '/api/v1/listings?ids=4,5&view=card', '/api/v1/listings/4']) {
      const { status, body } = await service.get<object>(path, { as: visitor });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/richmond|3121/i);
      expect(JSON.stringify(body)).toContain('VIC');
    }
    const { body } = await service.get<{ facets: { suburb: object[] } }>(
      '/api/v1/listings/facets?facets=suburb&ids=4,5',
      { as: visitor },
    );
    expect(body.facets.suburb).toEqual([]);
    const owned = await service.get<{ address: object }>('/api/v1/listings/4', { as: owner });
    expect(owned.body.address).toMatchObject({ suburb: 'Richmond', display: false });
  });
});
