import { beforeAll, expect, it } from 'vitest';
import { accountBody, listingLine, seed, specService } from '@testing';

const [RICH, BARE] = [71, 72];

const service = specService();

beforeAll(async () => {
  const spaces = { garages: 1, carports: 4, openSpaces: 5, parkingSpaces: 6 };
  const features = { bedrooms: 3, bathrooms: 2, ensuite: 7, toilets: 8, livingAreas: 9, ...spaces };
  const areas = { landDetails: { area: { value: 612.5 } }, buildingDetails: { area: { value: 180 } } };
  const sale = { status: 'sold', soldDetails: { price: 9e5 }, price: { value: 8e5 } };
  await seed(service, {
    accounts: [{ websiteID: 1, ...accountBody() }],
    listings: [listingLine(1, { id: RICH, features, ...areas, ...sale }), listingLine(1, { id: BARE })],
  });
});

const idsOf = async (query: string): Promise<number[]> => {
  const { body } = await service.get<{ data: { id: number }[] }>(`/api/v1/listings?${query}`);
  return body.data.map(({ id }) => id);
};

it('listings without a count do not match 0, and listings without an amount match no bound (D21, D22)', async () => {
  const counts = ['bedrooms', 'bathrooms', 'carspaces', 'garages', 'carports', 'openSpaces', 'ensuite', 'toilets'];
  const areas = ['minLandArea', 'minFloorArea', 'minSoldPrice'];
  const bounds = ['minbedrooms', 'minbathrooms', 'mincarspaces', 'minPrice', ...areas];
  for (const name of [...counts, 'livingAreas', ...bounds]) {
    const ids = await idsOf(`status=all&${name}=0`);
    expect({ name, ids }).toEqual({ name, ids: bounds.includes(name) ? [RICH] : [] });
  }
});

it('only current listings are returned by default', async () => {
  expect(await idsOf('')).toEqual([BARE]);
});
