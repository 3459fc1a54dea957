import { beforeAll, describe, expect, it } from 'vitest';
import { accountBody, listingLine, seed, specService, statementsOf, suburbLine } from '@testing';

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

/** The texts of places, and how many listings they have. */
const counted = (found: readonly Suggested[]) => found.map(({ text, listings: count }) => `${text}: ${count}`);

describe('GET /api/v1/suburbs/suggest', () => {
  it('answers places with all that B27 names', async () => {
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

  it('counts current listings in suburbs, and in all that is in a postcode, region or area', async () => {
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

  it('takes only places of a state, or of types, and no more than asked for', async () => {
    const texts = async (query: string) => (await suggest(query)).map(({ text }) => text);
    expect(await texts('q=rich')).toEqual(['Richmond VIC 3121', 'Richmond NSW 2753', 'Richmond Hill QLD 4820']);
    expect(await texts('q=rich&state=nsw')).toEqual(['Richmond NSW 2753']);
    expect(await texts('q=rich&limit=1')).toEqual(['Richmond VIC 3121']);
    expect(await texts('q=3121&types=postcode,region')).toEqual(['3121 VIC']);
    expect(await texts('q=nowhere')).toEqual([]);
    expect(await texts('q=%21%3F')).toEqual([]);
  });

  it('answers 304 until the answer changes', async () => {
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

  it('asks the database for nothing but the snapshot, also after listings have changed', async () => {
    await suggest('q=rich');
    await seed(service, { listings: [listingLine(10, at('Richmond', 'VIC', '3121'))] });
    const { statements } = await statementsOf(() => suggest('q=rich'));
    expect(statements.map(({ text }) => text)).toEqual([expect.stringContaining('pg_current_snapshot()')]);
  });

  it('counts anew when the log no longer has what has changed', async () => {
    expect(counted(await suggest('q=cremorne'))).toEqual(['Cremorne VIC 3121: 3']);
    await service.store.dataSource.query(`
      UPDATE listings SET status = 'sold' WHERE suburb_id = (SELECT id FROM suburbs WHERE slug = 'cremorne-vic-3121');
      UPDATE changes_horizon SET xid = pg_current_xact_id()`);
    expect(counted(await suggest('q=cremorne'))).toEqual(['Cremorne VIC 3121: 0']);
  });
});
