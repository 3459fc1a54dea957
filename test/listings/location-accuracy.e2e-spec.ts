import { beforeAll, expect, it } from 'vitest';
import { type Keys, listingLine, seed, specService, storeCredential, suburbLine } from '@testing';

const kew = { suburb: 'Kew', state: 'VIC', postcode: '3101', country: 'Australia', street: 'Main Road' };
const centre = { latitude: '-37.8', longitude: '145.03' };

const LISTINGS = {
  exact: listingLine(11, { address: { ...kew, streetNumber: '1', latitude: '-37.801', longitude: '145.031' } }),
  suburb: listingLine(11, { address: { ...kew, streetNumber: '2', ...centre } }),
  none: listingLine(11, { address: { ...kew, streetNumber: '3', latitude: '', longitude: '' } }),
  hidden: listingLine(11, {
    address: { ...kew, streetNumber: '4', display: false, latitude: '-37.802', longitude: '145.032' },
  }),
};
type Name = keyof typeof LISTINGS;
const names = new Map(Object.entries(LISTINGS).map(([name, { uniqueID }]) => [uniqueID, name as Name]));

interface Shown {
  readonly uniqueID: string;
  readonly id: number;
  readonly propertyID?: number;
  readonly locationAccuracy?: string;
}

const service = specService();
let publicKeys: Keys;

beforeAll(async () => {
  await seed(service, {
    suburbs: [suburbLine('Kew VIC 3101', centre)],
    accounts: [{ websiteID: 11, name: 'A', link: 'https://a.example' }],
    listings: Object.values(LISTINGS),
  });
  publicKeys = await storeCredential(service, { websiteID: 11 }, 'public');
});

const list = async (query: string, as?: Keys): Promise<Shown[]> =>
  (await service.get<{ data: Shown[] }>(`/api/v1/listings?sort=id${query}`, as ? { as } : {})).body.data;
const accuracies = (shown: readonly Shown[]) =>
  Object.fromEntries(shown.map(({ uniqueID, locationAccuracy }) => [names.get(uniqueID), locationAccuracy]));

it('lists, single reads and properties have locationAccuracy', async () => {
  const shown = await list('');
  expect(accuracies(shown)).toEqual({ exact: 'exact', suburb: 'suburb', none: undefined, hidden: 'exact' });
  for (const { id, propertyID, locationAccuracy } of shown) {
    const { body: single } = await service.get<Shown>(`/api/v1/listings/${id}`);
    const { body: property } = await service.get<Shown>(`/api/v1/properties/${propertyID}`);
    expect([single.locationAccuracy, property.locationAccuracy]).toEqual([locationAccuracy, locationAccuracy]);
  }
});

it('cards and GeoJSON have locationAccuracy', async () => {
  const cards = await list('&view=card');
  expect(cards.map((card) => card.locationAccuracy)).toEqual(['exact', 'suburb', undefined, 'exact']);
  const headers = { accept: 'application/geo+json' };
  const { body } = await service.get<{ features: { properties: Shown }[] }>('/api/v1/listings?sort=id', { headers });
  const properties = body.features.map((feature) => feature.properties);
  expect(accuracies(properties)).toEqual({ exact: 'exact', suburb: 'suburb', none: undefined, hidden: 'exact' });
});

it('visitors see the centre of the suburb if the address is hidden', async () => {
  expect(accuracies(await list('', publicKeys))).toEqual({
    exact: 'exact',
    suburb: 'suburb',
    none: undefined,
    hidden: 'suburb',
  });
});

it('distances include both kinds', async () => {
  const near = await list('&near=-37.8,145.03&radius=1000');
  expect(Object.keys(accuracies(near))).toEqual(['exact', 'suburb', 'hidden']);
});
