import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemoStore, TestService } from '@testing';

/** The fields of an item that the questions are about. */
interface Home {
  readonly id: number;
  readonly _id: string;
  readonly status: string;
  readonly category: string;
  readonly features: Readonly<Record<string, unknown>>;
  readonly address: Readonly<Record<string, string>>;
  readonly agents: readonly { readonly id: number; readonly name: string }[];
}

let service: TestService;
let homes: readonly Home[];

async function ask(query: string): Promise<{ status: number; text: string; data: Home[]; total: number }> {
  const data: Home[] = [];
  for (let page = 1; ; page++) {
    const path = `/api/v1/listings?${query}${query.includes('sort=') ? '' : '&sort=id'}&limit=100&page=${page}`;
    const { status, body } = await service.get<{ total: number; data: Home[] }>(encodeURI(path));
    if (status !== 200) return { status, text: JSON.stringify(body), data, total: 0 };
    data.push(...body.data);
    if (body.data.length < 100) return { status, text: '', data, total: body.total };
  }
}

beforeAll(async () => {
  service = await TestService.start({}, await createDemoStore());
  homes = (await ask('status=all')).data;
});

afterAll(() => service.stop());

const isCurrent = ({ status }: Home): boolean => status === 'current';
const has = (home: Home, ...names: string[]): boolean => names.some((name) => Number(home.features[name]) > 0);

/** Questions whose answer holds all current homes that pass the first test, and none that fails the second. */
const FOUND: readonly [query: string, all: (home: Home) => boolean, none?: (home: Home) => boolean][] = [
  ['s=pool', (home) => has(home, 'poolInGround', 'poolAboveGround')],
  [
    's=pool&minbedrooms=3',
    (home) => has(home, 'poolInGround', 'poolAboveGround') && Number(home.features['bedrooms']) >= 3,
  ],
  ['s=courtyard', (home) => has(home, 'courtyard')],
  ['s=air conditioning', (home) => has(home, 'airConditioning', 'ductedCooling', 'splitSystemAircon')],
  ['s=study', (home) => has(home, 'study')],
  ['s=pets', (home) => has(home, 'petFriendly')],
  ['s=ensuite', (home) => has(home, 'ensuite')],
  ['s=garage', (home) => has(home, 'garages')],
  ['s=studio', (home) => home.category === 'studio'],
  ['s=townhouse', (home) => home.category === 'townhouse'],
  ['s=apartment', (home) => home.category === 'apartment' || home.category === 'unit'],
  ['s=3 bedroom', (home) => home.features['bedrooms'] === 3, (home) => home.features['bedrooms'] === 4],
  ['s=3br 2 bath', (home) => home.features['bedrooms'] === 3 && home.features['bathrooms'] === 2],
  ['s=2 car garage', (home) => home.features['parkingSpaces'] === 2 && has(home, 'garages')],
  ['s=house with a pool', (home) => home.category === 'house' && has(home, 'poolInGround')],
  ['status=current,leased', isCurrent],
  [
    'anyFeature=poolInGround,poolAboveGround',
    (home) => has(home, 'poolInGround', 'poolAboveGround'),
    (home) => !has(home, 'poolInGround', 'poolAboveGround'),
  ],
];

/** Questions about past homes, about one home, and about places and people; the home is one of the demo. */
const ABOUT: readonly [name: string, query: (home: Home) => string, all: (home: Home, other: Home) => boolean][] = [
  ['its whole address', ({ address }) => `address=${address['fullAddress']}`, (home, other) => home.id === other.id],
  [
    'its address without a comma',
    ({ address }) => `address=${address['fullAddress']?.replace(',', '')}`,
    (home, other) => home.id === other.id,
  ],
  [
    'its address in capitals',
    ({ address }) => `address=${address['fullAddress']?.toUpperCase()}`,
    (home, other) => home.id === other.id,
  ],
  ['its address as words', ({ address }) => `s=${address['fullAddress']}`, (home, other) => home.id === other.id],
  [
    'its short street',
    ({ address }) =>
      `street=${address['street']?.replace('Street', 'St').replace('Road', 'Rd').replace('Avenue', 'Ave')}`,
    (home, other) => home.address['street'] === other.address['street'],
  ],
  [
    'its suburb',
    ({ address }) => `suburb=${address['suburb']}`,
    (home, other) => home.address['suburb'] === other.address['suburb'],
  ],
  [
    'its suburb, in lower case, with the state',
    ({ address }) => `suburb=${address['suburb']?.toLowerCase()} ${address['state']}`,
    (home, other) => home.address['fullSuburb'] === other.address['fullSuburb'],
  ],
  [
    'its postcode',
    ({ address }) => `postcode=${address['postcode']}`,
    (home, other) => home.address['postcode'] === other.address['postcode'],
  ],
  [
    'its suburb as words',
    ({ address }) => `s=${address['fullSuburb']}`,
    (home, other) => home.address['fullSuburb'] === other.address['fullSuburb'],
  ],
  [
    'its agent by name',
    ({ agents: [agent] }) => `agent=${agent?.name}`,
    ({ agents: [agent] }, other) => other.agents.some(({ id }) => id === agent?.id),
  ],
  [
    'its agent by part of the name',
    ({ agents: [agent] }) => `agent=${agent?.name.split(' ')[1]?.toLowerCase()}`,
    ({ agents: [agent] }, other) => other.agents.some(({ id }) => id === agent?.id),
  ],
  [
    'its agent by id',
    ({ agents: [agent] }) => `agent=${agent?.id}`,
    ({ agents: [agent] }, other) => other.agents.some(({ id }) => id === agent?.id),
  ],
  [
    'its agents by id',
    ({ agents: [agent] }) => `agents=${agent?.id}`,
    ({ agents: [agent] }, other) => other.agents.some(({ id }) => id === agent?.id),
  ],
  [
    'its agent as words',
    ({ agents: [agent] }) => `s=${agent?.name}`,
    ({ agents: [agent] }, other) => other.agents.some(({ id }) => id === agent?.id),
  ],
  ['its identifiers', ({ _id, id }) => `ids=${_id},${id}`, (home, other) => home.id === other.id],
];

/** Questions that are asked in the words of other services, and what the answer must name. */
const REFUSED: readonly [query: string, ...named: string[]][] = [
  ['beds=3', 'bedrooms'],
  ['baths=2', 'bathrooms'],
  ['q=pool', 's'],
  ['keyword=pool', 's'],
  ['per_page=20', 'limit'],
  ['pageSize=20', 'limit'],
  ['propertyType=house', 'category'],
  ['priceFrom=500000', 'minPrice'],
  ['min_price=500000', 'minPrice'],
  ['min_beds=2', 'minbedrooms'],
  ['lat=-37.8', 'near'],
  ['category=hous', 'House'],
  ['status=active', 'current'],
  ['listingType=rent', 'rental'],
  ['sort=price', 'price-asc'],
  ['minPrice=900000&maxPrice=500000', 'minPrice', 'maxPrice'],
  ['minbedrooms=4&maxbedrooms=2', 'minbedrooms', 'maxbedrooms'],
  ['datefrom=2026-05-01&dateto=2026-04-01', 'datefrom', 'dateto'],
  ['minSoldPrice=500000', 'minSoldPrice', 'status'],
  ['sort=sold-desc', 'sort', 'status'],
];

describe('a question of a website, in its parameters', () => {
  it.each(FOUND)('%s', async (query, all, none = () => false) => {
    const { status, text, data } = await ask(query);
    expect({ status, text }).toEqual({ status: 200, text: '' });
    const ids = new Set(data.map(({ id }) => id));
    expect(homes.filter((home) => isCurrent(home) && all(home) && !ids.has(home.id)).map(({ id }) => id)).toEqual([]);
    expect(data.filter(none).map(({ id }) => id)).toEqual([]);
    expect(data.length).toBeGreaterThan(0);
  });
});

describe('a question about a home', () => {
  it.each(ABOUT)('by %s', async (_, query, all) => {
    const some = homes.filter((home) => isCurrent(home) && home.address['display'] && home.agents.length > 0);
    for (const home of [some[3]!, some[40]!, some[200]!]) {
      const { status, text, data } = await ask(query(home).replaceAll('&', '%26'));
      expect({ status, text }).toEqual({ status: 200, text: '' });
      const ids = new Set(data.map(({ id }) => id));
      expect(homes.filter((other) => isCurrent(other) && all(home, other) && !ids.has(other.id))).toEqual([]);
      expect(ids).toContain(home.id);
    }
  });
});

describe('a question in the words of another service is answered with the parameter to use', () => {
  it.each(REFUSED)('%s', async (query, ...named) => {
    const { status, text } = await ask(query);
    expect(status).toBe(400);
    for (const name of named) expect(text).toContain(name);
  });
});
