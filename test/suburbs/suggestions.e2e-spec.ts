import { beforeAll, describe, expect, it } from 'vitest';
import {
  accountBody,
  createAccount,
  type Keys,
  listingLine,
  operator,
  seed,
  specService,
  statementsOf,
  storeCredential,
  suburbLine,
} from '@testing';

interface Suggested {
  readonly type: string;
  readonly text: string;
  readonly listings: number;
  readonly match: readonly (readonly [number, number])[];
}

const melbourne = { areaName: 'Yarra', regionName: 'Greater Melbourne' };
const richmond = suburbLine('Richmond VIC 3121', { ...melbourne, latitude: '-37.8236', longitude: '144.998' });
const suburbs = [
  richmond,
  suburbLine('Cremorne VIC 3121', melbourne),
  suburbLine('Richmond NSW 2753', { regionName: 'Greater Sydney' }),
  suburbLine('Richmond Hill QLD 4820'),
  suburbLine("O'Connor ACT 2602", { regionName: 'Australian Capital Territory' }),
];

const at = (suburb: string, state: string, postcode: string) => ({
  websiteID: 1,
  address: { suburb, state, postcode },
});
const listings = [
  listingLine(1, at('Richmond', 'VIC', '3121')),
  listingLine(2, at('richmond', 'vic', '3121')),
  listingLine(3, { ...at('Richmond', 'VIC', '3121'), status: 'sold' }),
  listingLine(4, at('Cremorne', 'VIC', '3121')),
  listingLine(5, at('Nowhere', 'VIC', '3121')),
  listingLine(6, at('Richmond', 'NSW', '2753')),
  listingLine(7, { ...at('Cremorne', 'VIC', '3121'), websiteID: 2 }),
];

const service = specService();

beforeAll(async () => {
  await seed(service, {
    suburbs,
    accounts: [
      { websiteID: 1, ...accountBody() },
      { websiteID: 2, ...accountBody(), status: false },
    ],
    listings,
  });
});

async function suggest(query: string): Promise<readonly Suggested[]> {
  const { body } = await service.get<{ data: readonly Suggested[] }>(`/api/v1/suburbs/suggest?${query}`);
  return body.data;
}

/** The texts of places, and their numbers of listings. */
const counted = (found: readonly Suggested[]) => found.map(({ text, listings: count }) => `${text}: ${count}`);

describe('GET /api/v1/suburbs/suggest', () => {
  it('returns places with all fields of B27', async () => {
    const [first] = await suggest('q=rich%203121');
    expect(first).toEqual({
      type: 'suburb',
      text: 'Richmond VIC 3121',
      suburb: 'Richmond',
      state: 'VIC',
      postcode: '3121',
      regionName: 'Greater Melbourne',
      areaName: 'Yarra',
      slug: 'richmond-vic-3121',
      _id: richmond._id,
      latitude: '-37.8236',
      longitude: '144.998',
      listings: 2,
      match: [
        [0, 4],
        [13, 17],
      ],
    });
  });

  it('counts current listings in suburbs, and in postcodes, regions and areas', async () => {
    expect(counted(await suggest('q=3121'))).toEqual(['3121 VIC: 5', 'Cremorne VIC 3121: 2', 'Richmond VIC 3121: 2']);
    expect(counted(await suggest('q=melb'))).toEqual(['Greater Melbourne VIC: 4']);
    expect(counted(await suggest('q=yarra'))).toEqual(['Yarra VIC: 4']);
    for (const [place, query] of [
      ['3121', 'postcode=3121&state=VIC'],
      ['yarra', 'areaname=Yarra&state=VIC'],
      ['rich%20vic', 'fullSuburb=Richmond%20VIC%203121'],
    ] as const) {
      const { body } = await service.get<{ total: number }>(`/api/v1/listings?${query}`);
      const [first] = await suggest(`q=${place}`);
      expect({ place, total: first?.listings }).toEqual({ place, total: body.total });
    }
  });

  it('filters by state and type, up to the limit', async () => {
    const texts = async (query: string) => (await suggest(query)).map(({ text }) => text);
    expect(await texts('q=rich')).toEqual(['Richmond VIC 3121', 'Richmond NSW 2753', 'Richmond Hill QLD 4820']);
    expect(await texts('q=rich&state=nsw')).toEqual(['Richmond NSW 2753']);
    expect(await texts('q=rich&state=New+South+Wales')).toEqual(['Richmond NSW 2753']);
    expect(await texts('q=rich&limit=1')).toEqual(['Richmond VIC 3121']);
    expect(await texts('q=3121&types=postcode,region')).toEqual(['3121 VIC']);
    expect(await texts('q=nowhere')).toEqual([]);
    expect(await texts('q=%21%3F')).toEqual([]);
  });

  it('answers 304 until the response changes', async () => {
    const path = '/v1/suburbs/suggest?q=cremorne';
    const { headers } = await service.get(path);
    const tag = headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"/);
    const again = () => service.get(path, { headers: { 'if-none-match': tag, 'cache-control': 'no-cache' } });
    expect((await again()).status).toBe(304);
    await seed(service, { listings: [listingLine(8, at('Richmond', 'NSW', '2753'))] });
    expect((await again()).status).toBe(304);
    await seed(service, { listings: [listingLine(9, at('Cremorne', 'VIC', '3121'))] });
    expect((await again()).status).toBe(200);
  });

  it('needs only the snapshot statement, even after listings have changed', async () => {
    await suggest('q=rich');
    await seed(service, { listings: [listingLine(10, at('Richmond', 'VIC', '3121'))] });
    const { statements } = await statementsOf(() => suggest('q=rich'));
    expect(statements.map(({ text }) => text)).toEqual([expect.stringContaining('pg_current_snapshot()')]);
  });

  it('counts again when the log no longer contains the changes', async () => {
    expect(counted(await suggest('q=cremorne'))).toEqual(['Cremorne VIC 3121: 3']);
    await service.store.dataSource.query(`
      UPDATE listings SET status = 'sold' WHERE suburb_id = (SELECT id FROM suburbs WHERE slug = 'cremorne-vic-3121');
      UPDATE changes_horizon SET xid = pg_current_xact_id()`);
    expect(counted(await suggest('q=cremorne'))).toEqual(['Cremorne VIC 3121: 0']);
  });
});

describe('GET /api/v1/suburbs/suggest?types=address (B63)', () => {
  const place = { suburb: 'Cremorne', state: 'VIC', postcode: '3121' };
  const lined = (uniqueID: string, address: object, more: object = {}) =>
    listingLine(1, { uniqueID, address: { ...place, ...address }, ...more });

  const homes = [
    lined('A1', { streetNumber: '12', street: 'Smith Street', latitude: '-37.83', longitude: '144.99' }),
    lined('A2', { subNumber: '3', streetNumber: '12', street: 'Smith Street' }),
    lined('A3', { streetNumber: '12 A', street: "O'Connor Street" }),
    lined('A4', { streetNumber: '112', street: 'Smith Street' }),
    lined('HIDDEN', { streetNumber: '12', street: 'Smithson Street', display: false }),
    lined('WORDS', { streetNumber: '9', street: 'Other Street' }, { description: 'Not far from 12 Smith Street' }),
    lined('SOLD', { streetNumber: '12', street: 'Smithers Road' }, { status: 'sold' }),
    lined('OFF', { streetNumber: '12', street: 'Smithfield Road' }, { websiteID: 2 }),
    lined('RICH', { streetNumber: '12', street: 'Smith Street', suburb: 'Richmond', state: 'NSW', postcode: '2753' }),
  ];
  let site: Keys;

  beforeAll(async () => {
    await seed(service, { listings: homes });
    site = await storeCredential(service, { websiteID: 1 }, 'public');
  });

  const addresses = async (q: string, more = '', as: Keys = operator) => {
    const query = `types=address&q=${encodeURIComponent(q)}${more}`;
    const { status, body } = await service.get<{ data: readonly Suggested[] }>(`/api/v1/suburbs/suggest?${query}`, {
      as,
    });
    expect({ q, status }).toEqual({ q, status: 200 });
    return body.data.map(({ text }) => text.replace(/,.*/, ''));
  };

  it('suggests properties with the typed text', async () => {
    const [first] = await suggest('types=address&q=12%20smith%20st%20crem');
    const { body } = await service.get<{ propertyID: number }>('/api/v1/listings/A1');
    expect(first).toEqual({
      type: 'address',
      text: '12 Smith Street, Cremorne VIC 3121',
      propertyID: body.propertyID,
      suburb: 'Cremorne',
      state: 'VIC',
      postcode: '3121',
      regionName: '',
      areaName: '',
      slug: '',
      _id: null,
      latitude: '-37.83',
      longitude: '144.99',
      listings: 1,
      match: [
        [0, 2],
        [3, 8],
        [9, 15],
        [17, 21],
      ],
    });
  });

  it.each([
    ['12 smith st crem', ['12 Smith Street', '3/12 Smith Street']],
    ['3/12 smith', ['3/12 Smith Street']],
    ['unit 3 12 smi', ['3/12 Smith Street']],
    ['12a oconnor', ["12 A O'Connor Street"]],
    ["12 a o'con st", ["12 A O'Connor Street"]],
    ['112 smith', ['112 Smith Street']],
    ['12 smith rich', ['12 Smith Street']],
    ['12 smithers', ['12 Smithers Road']],
    ['12 smithson', []],
    ['12 st', []],
    ['smith st', []],
    ['12 and', []],
    ["12 %_'\\ 漢字漢", []],
    [`12 ${'smith '.repeat(30)}`, []],
  ])('finds %j', async (q, expected) => {
    expect(await addresses(q)).toEqual(expected);
  });

  it('suggests only visible properties, in a state, after places, up to the limit', async () => {
    const of = (as: Keys) => addresses('12 smith', '', as);
    expect((await of(operator)).toSorted()).toEqual(
      ['12 Smith Street', '12 Smith Street', '12 Smithers Road', '12 Smithfield Road', '3/12 Smith Street'].toSorted(),
    );
    const otherSite = await storeCredential(service, await createAccount(service), 'public');
    expect(await of(otherSite)).not.toContain('12 Smithers Road');
    expect(await of(site)).toContain('12 Smithers Road');
    expect(await of(site)).not.toContain('12 Smithfield Road');
    for (const state of ['nsw', 'New South Wales'])
      expect(await addresses('12 smith', `&state=${state}`)).toEqual(['12 Smith Street']);
    expect(await addresses('12 smith', '&limit=2')).toHaveLength(2);
    const typesOf = async (query: string) => (await suggest(query)).map(({ type }) => type);
    expect(await typesOf('q=12%20smith&limit=3')).toEqual(['address', 'address', 'address']);
    expect(await typesOf('types=suburb&q=12%20smith')).toEqual([]);
    // The number is the postcode of a suggested place.
    expect(await typesOf('q=3121%20crem')).not.toContain('address');
    const mixed = await suggest('types=suburb,address&q=3121%20crem');
    expect(mixed.map(({ type }) => type).slice(0, 2)).toEqual(['suburb', 'address']);
  });
});
