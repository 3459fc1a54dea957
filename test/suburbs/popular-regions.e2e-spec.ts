import { beforeAll, expect, it } from 'vitest';
import { accountBody, listingLine, seed, specService, storeCredential, suburbLine, uuid, type Keys } from '@testing';

const service = specService();

/** The suburbs by the id of their only listing. */
const SUBURBS: Readonly<Record<number, readonly [name: string, region: string, area: string]>> = {
  1: ['Southport QLD 4215', 'Rest of QLD', 'Gold Coast'],
  2: ['Cairns City QLD 4870', 'Rest of QLD', 'Cairns'],
  3: ['Newtown NSW 2042', 'Greater Sydney', 'Sydney - Inner West'],
  4: ['Manly NSW 2095', 'Greater Sydney', 'Northern Beaches'],
  5: ['Bondi NSW 2026', 'Greater Sydney', 'Waverley'],
  6: ['Coogee NSW 2034', 'Greater Sydney', 'Randwick'],
  7: ['Gosford NSW 2250', 'Greater Sydney', 'Central Coast'],
  8: ['Ulverstone TAS 7315', 'Rest of TAS', 'Central Coast'],
  9: ['Belmont VIC 3216', 'Rest of VIC', 'Greater Geelong'],
  10: ['Gordon NSW 2072', 'Greater Sydney', 'Ku-ring-gai'],
};
let visitor: Keys;

beforeAll(async () => {
  const places = Object.entries(SUBURBS);
  await seed(service, {
    suburbs: places.map(([, [name, regionName, areaName]]) => suburbLine(name, { regionName, areaName })),
    accounts: [{ websiteID: 12, _id: uuid(3, 12), ...accountBody() }],
    listings: places.map(([id, [name]]) => {
      const [, suburb = '', state = '', postcode = ''] = /^(.*) (\S+) (\S+)$/.exec(name) ?? [];
      const address = { suburb, state, postcode, street: 'Main Road', streetNumber: id };
      return listingLine(12, { id: Number(id), address, features: { gym: Number(id) % 2 === 1 } });
    }),
  });
  visitor = await storeCredential(service, { websiteID: 12 }, 'public');
});

it.each<[query: string, ids: number[]]>([
  ['Gold Coast', [1]],
  ['gold coast, QLD', [1]],
  ['Inner West', [3]],
  ['Sydney - Inner West', [3]],
  ['Northern Beaches', [4]],
  ['Eastern Suburbs', [5, 6]],
  ['Eastern Suburbs NSW', [5, 6]],
  ['Eastern Suburbs VIC', []],
  ['North Shore', [10]],
  ['Central Coast', [7, 8]],
  ['Central Coast TAS', [8]],
  ['Central Coast&state=NSW', [7]],
  ['Geelong', [9]],
  ['Sydney', [3, 4, 5, 6, 7, 10]],
  ['Greater Sydney', [3, 4, 5, 6, 7, 10]],
  ['Rest of QLD,Inner West', [1, 2, 3]],
  ['Central Coast&gym=true', [7]],
  ['Central Coast&gym=false', [8]],
  ['Sydney&gym=true&minbedrooms=0', []],
  ['Coast', []],
])('region=%s finds the listings %j, in every list and order', async (query, ids) => {
  const path = `region=${query.replaceAll(' ', '%20')}&limit=100`;
  for (const sort of ['id', 'newest', 'price-asc'])
    for (const status of ['current', 'all'])
      for (const as of [undefined, visitor]) {
        if (as && status === 'all') continue;
        const { body } = await service.get<{ data: { id: number }[]; total: number }>(
          `/api/v1/listings?${path}&sort=${sort}&status=${status}`,
          as ? { as } : {},
        );
        const found = body.data.map(({ id }) => id).toSorted((one, other) => one - other);
        expect({ sort, status, found, total: body.total }).toEqual({ sort, status, found: ids, total: ids.length });
      }
});

it('suburbs and their names are found likewise', async () => {
  const { body } = await service.get<{ data: { suburb: string }[] }>('/api/v1/suburbs?region=Eastern%20Suburbs');
  expect(body.data.map(({ suburb }) => suburb)).toEqual(['Bondi', 'Coogee']);
});
