import { beforeAll, expect, it } from 'vitest';
import { accountBody, listingLine, type Problem, seed, specService, storeCredential, uuid, type Keys } from '@testing';

const service = specService();
let visitor: Keys;

beforeAll(async () => {
  await seed(service, {
    accounts: [{ websiteID: 12, _id: uuid(3, 12), ...accountBody() }],
    listings: Array.from({ length: 9 }, (_, at) =>
      listingLine(12, {
        id: at + 1,
        status: at % 3 === 2 ? 'sold' : 'current',
        features: { bedrooms: at, gym: at % 2 === 0, poolInGround: at === 3 },
        address: {
          suburb: 'Richmond',
          state: 'VIC',
          postcode: '3121',
          street: 'Main Road',
          streetNumber: String(at),
          latitude: String(-37.8 - at / 100),
          longitude: '145',
        },
      }),
    ),
  });
  visitor = await storeCredential(service, { websiteID: 12 }, 'public');
});

interface Page {
  readonly total: number;
  readonly data: readonly { readonly id: number }[];
}

const search = <Body = Page & Problem>(body: unknown, as?: Keys) =>
  service.post<Body>('/api/v1/listings/search', body, as ? { as } : {});

/** A polygon around the listings from 1 to 5, with this number of corners. */
const around = (corners: number): string =>
  Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners;
    return `${(145 + 0.05 * Math.cos(angle)).toFixed(9)},${(-37.82 + 0.025 * Math.sin(angle)).toFixed(9)}`;
  }).join(';');

it.each<[body: Record<string, unknown>, query: string]>([
  [{}, ''],
  [{ minbedrooms: 2, gym: true }, 'minbedrooms=2&gym=true'],
  [
    { status: ['current', 'sold'], sort: 'sold-desc', limit: 3, page: 2 },
    'status=current,sold&sort=sold-desc&limit=3&page=2',
  ],
  [{ suburb: ['Richmond, VIC', 'Kew'], bedrooms: [1, 2, 5] }, 'suburb=Richmond,%20VIC,Kew&bedrooms=1,2,5'],
  [{ anyFeature: 'poolInGround,gym', view: 'card' }, 'anyFeature=poolInGround,gym&view=card'],
  [{ cursor: '', limit: '2' }, 'cursor=&limit=2'],
])('the body %j has the answer of the query %s', async (body, query) => {
  for (const as of [undefined, visitor]) {
    const found = await search(body, as);
    const listed = await service.get<Page>(`/api/v1/listings?${query}`, as ? { as } : {});
    expect([found.status, found.body]).toEqual([200, listed.body]);
    expect(found.headers.get('etag')).toBeNull();
    expect(found.headers.get('link')).toBeNull();
    expect(found.headers.get('cache-control')).toBe(listed.headers.get('cache-control'));
  }
});

it('polygons have up to 2,000 corners together', async () => {
  const idsOf = async (polygon: unknown) =>
    (await search({ polygon, status: 'all', sort: 'id' })).body.data.map(({ id }) => id);
  expect(await idsOf(around(2_000))).toEqual([1, 2, 3, 4, 5]);
  expect(await idsOf([around(1_000), around(1_000)])).toEqual([1, 2, 3, 4, 5]);
  for (const polygon of [around(2_100), [around(1_500), around(1_500)]]) {
    const { status, body } = await search({ polygon });
    expect([status, body.errors?.map(({ parameter }) => parameter)]).toEqual([400, ['polygon']]);
  }
});

it('faults are those of the list, by parameter', async () => {
  const faultsOf = async (body: unknown) => {
    const answer = await search(body);
    return [answer.status, ...(answer.body.errors ?? []).map(({ parameter, message }) => `${parameter}: ${message}`)];
  };
  expect(await faultsOf({ minPrice: 3, maxPrice: 2, beds: 1 })).toEqual([
    400,
    'beds: is not a parameter of this endpoint; did you mean bedrooms?',
    'minPrice: is above maxPrice, which is 2',
  ]);
  const wanted = 'must be a text, a number, true or false, or an array of these';
  expect(await faultsOf({ suburb: { name: 'Kew' }, gym: null, bedrooms: [[1]] })).toEqual([
    400,
    `suburb: ${wanted}`,
    `gym: ${wanted}`,
    `bedrooms: ${wanted}`,
  ]);
  expect((await faultsOf({ page: -1, ids: Array.from({ length: 301 }, (_, at) => at) }))[0]).toBe(400);
  for (const body of [[], 'x', 5]) expect((await faultsOf(body))[0]).toBe(400);
  expect((await search({ status: 'withdrawn' }, visitor)).status).toBe(403);
  expect((await service.post<Problem>('/api/v1/listings/search?page=2', {})).status).toBe(400);
});
