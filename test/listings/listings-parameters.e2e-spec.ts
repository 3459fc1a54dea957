import { beforeAll, describe, expect, it } from 'vitest';
import { ListingsQuery } from '../../libs/listings/src/listing.filters.js';
import {
  accountBody,
  agentBody,
  allFlags,
  FLAGS,
  itTakesEveryParameter,
  listingLine,
  mapCases,
  NO_COUNT,
  NO_DAY,
  NO_FLAG,
  NO_ID,
  NO_PRICE,
  NO_TEXT,
  one,
  OTHER_FLAGS,
  pageCases,
  type ParameterCases,
  seed,
  specService,
  suburbLine,
  uuid,
} from '@testing';

const [RICH, BARE] = [71, 72];
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** What every parameter finds. */
const rich = listingLine(1, {
  id: RICH,
  _id: uuid(2, RICH),
  agentID: 'RICH1',
  uniqueID: 'Rich_1',
  agents: [{ id: 31 }],
  listingType: 'commercial',
  status: 'sold',
  category: 'Apartment',
  isOffMarket: true,
  businessCategory: ['Retail', 'Rural'],
  commercialCategory: ['Offices', 'Retail'],
  landCategory: 'Residential',
  ruralCategory: 'Dairy',
  commercialListingType: 'lease',
  address: {
    subNumber: '3',
    streetNumber: '39',
    street: 'Main Road',
    suburb: 'Kew',
    state: 'VIC',
    postcode: '3101',
    latitude: '-37.8065',
    longitude: '145.0309',
  },
  features: {
    bedrooms: 3,
    bathrooms: 2,
    garages: 1,
    carports: 4,
    openSpaces: 5,
    parkingSpaces: 6,
    ensuite: 7,
    toilets: 8,
    livingAreas: 9,
    ...allFlags(true),
  },
  price: {
    value: 8e5,
    rent: {
      price: 500,
      available: '2026-05-09T00:00:00.000Z',
    },
  },
  inspectionTimes: [
    {
      dateFrom: soon(1),
      dateTo: soon(2),
    },
  ],
  auctionDetails: { date: soon(400) },
  landDetails: { area: { value: 612.5 } },
  buildingDetails: { area: { value: 180 } },
  soldDetails: { price: 9e5, date: '2026-03-01T12:00:00.000Z' },
  underOffer: true,
  newConstruction: true,
  ecoFriendly: { solarPanels: true, solarHotWater: true, waterTank: true, greyWaterSystem: true },
  firstdate: '2026-03-02T00:00:00Z',
  createdAt: '2026-03-03T00:00:00Z',
  updatedAt: '2026-03-04T23:59:59.999Z',
});

/** What no parameter finds by chance. */
const bare = listingLine(2, {
  id: BARE,
  _id: uuid(2, BARE),
  agentID: 'BARE1',
  uniqueID: 'Bare',
  listingType: 'land',
  category: '',
  address: {
    suburb: 'Perth',
    state: 'WA',
    postcode: '6000',
  },
  firstdate: '2026-02-02T00:00:00Z',
  createdAt: '2026-02-03T00:00:00Z',
  updatedAt: '2026-02-04T00:00:00Z',
});

const auctionDay = rich.auctionDetails?.date?.slice(0, 10) ?? '';
const updated = '2026-03-04';

const cases: ParameterCases = {
  ...mapCases('-37.8065', '145.0309'),
  ...pageCases({ sort: 'oldest' }),
  ...one('status', 'sold', 'current', 'gone', 'current,sold'),
  ...one('listingType', 'commercial,rental', 'residential', 'house', 'rental,house'),
  ...one('id', String(RICH), '99999999999', ...NO_ID),
  ...one('s', '39, MAIN-road  jane 1', 'ma', '%', '-', 'a '.repeat(21), ...NO_TEXT),
  ...one('ids', `5,${uuid(2, RICH).toUpperCase()},99999999999`, `${BARE},${uuid(9, 9)}`, 'x', '1,x', '-1'),
  ...one('excludeids', `${BARE},5`, uuid(2, RICH), 'x', '1,x', '-1'),
  ...one('bedrooms', '1,3', '0,4', '3,x', ...NO_COUNT),
  ...one('bathrooms', '2,5', '0', '2,-1', ...NO_COUNT),
  ...one('carspaces', '6', '10,5', '6,2.5', ...NO_COUNT),
  ...one('minLandArea', '612.5', '612.6', ...NO_PRICE),
  ...one('maxLandArea', '612.5', '612.4', ...NO_PRICE),
  ...one('minFloorArea', '180', '181', ...NO_PRICE),
  ...one('maxFloorArea', '180', '179', ...NO_PRICE),
  ...one('minSoldPrice', '900000', '900000.01', ...NO_PRICE),
  ...one('maxSoldPrice', '900000', '899999.99', ...NO_PRICE),
  ...Object.assign({}, ...OTHER_FLAGS.map((flag) => one(flag, 'TRUE', '0', ...NO_FLAG))),
  ...one('minbedrooms', '3', '4', ...NO_COUNT),
  ...one('maxbedrooms', '3', '2', ...NO_COUNT),
  ...one('minbathrooms', '2', '3', ...NO_COUNT),
  ...one('maxbathrooms', '2', '1', ...NO_COUNT),
  ...one('mincarspaces', '6', '7', ...NO_COUNT),
  ...one('maxcarspaces', '6', '5', ...NO_COUNT),
  ...one('garages', '1', '0', ...NO_COUNT),
  ...one('carports', '4', '0', ...NO_COUNT),
  ...one('openSpaces', '5', '0', ...NO_COUNT),
  ...one('ensuite', '7', '0', ...NO_COUNT),
  ...one('toilets', '8', '0', ...NO_COUNT),
  ...one('livingAreas', '9', '0', ...NO_COUNT),
  ...Object.assign({}, ...FLAGS.map((flag) => one(flag, 'TRUE', '0', ...NO_FLAG))),
  ...one('category', 'house,apartment', 'Apart', ...NO_TEXT),
  ...one('businessCategory', 'RURAL', 'Offices', ...NO_TEXT),
  ...one('commercialCategory', 'offices,none', 'Rural', ...NO_TEXT),
  ...one('landCategory', 'residential', 'Commercial', ...NO_TEXT),
  ...one('ruralCategory', 'Dairy,Livestock', 'Livestock', ...NO_TEXT),
  ...one('commercialListingType', 'Lease', 'sale', 'both', 'rent'),
  ...one('minPrice', '800000', '800000.01', ...NO_PRICE),
  ...one('maxPrice', '800000', '799999.99', ...NO_PRICE),
  ...one('uniqueID', 'Rich_1', 'Rich', ...NO_TEXT),
  ...one('uniqueIDs', 'x,Rich_1', 'RichX1,Rich', ...NO_TEXT),
  ...one('agentID', 'RICH1', 'RICH', ...NO_TEXT),
  ...one('websiteID', '1', '3', ...NO_ID),
  ...one('agent', 'citi', '32', ...NO_TEXT),
  ...one('agents', 'nobody,JANE CITIZEN', 'Jane', ...NO_TEXT),
  ...one('agentSlug', 'Jane-Citizen', 'jane', ...NO_TEXT),
  ...one('address', '3/39 main road, kew VIC', '39 Main Street', ...NO_TEXT),
  ...one('street', 'AIN R', 'Kew', ...NO_TEXT),
  ...one('suburb', 'kew,Hawthorn', 'Ke', ...NO_TEXT),
  ...one('fullSuburb', 'Kew VIC 3101', 'Kew VIC', ...NO_TEXT),
  ...one('state', 'vic,nsw', 'NSW', ...NO_TEXT),
  ...one('postcode', '3101', '310', ...NO_TEXT),
  ...one('region', 'greater melbourne', 'Melbourne', ...NO_TEXT),
  ...one('areaname', 'Boroondara,x', 'Yarra', ...NO_TEXT),
  surroundingsuburb: {
    hit: { suburb: 'Hawthorn', surroundingsuburb: '1' },
    miss: { suburb: 'Hawthorn', surroundingsuburb: 'false' },
    bad: NO_FLAG,
  },
  ...one('isInspections', '1', 'false', ...NO_FLAG),
  ...one('isAuctions', 'true', '0', ...NO_FLAG),
  ...one('accuracy', 'Exact', 'suburb', 'near', 'exact,suburb'),
  ...one('isOffMarket', 'true', 'false', ...NO_FLAG),
  baseDate: {
    hit: { baseDate: 'auctions', datefrom: auctionDay },
    miss: { baseDate: 'availableDate', datefrom: auctionDay },
    bad: ['birthday', 'auctions,inspection'],
  },
  ...one(
    'datefrom',
    updated,
    '2026-03-05',
    ...NO_DAY,
    '2026-03-04T25:0:0Z',
    '2026-03-04T9:5:0',
    '2026-03-04 09:00:00Z',
  ),
  dateto: {
    hit: { datefrom: updated, dateto: updated },
    miss: { dateto: '2026-03-03' },
    bad: [...NO_DAY, '2026-03-04TZ'],
  },
  ...one('dates', `2026-01-01,${updated}`, '2026-03-05', ...NO_DAY, `${updated},x`),
  ...one('updatedAt', updated, '2026-03-05', ...NO_DAY, `${updated}T00:00:00Z`),
  ...one('createdAt', '2026-03-03', '2026-03-02', ...NO_DAY),
  sort: {
    hit: { sort: 'price-desc', limit: '1' },
    miss: { sort: 'oldest', limit: '1' },
    bad: ['cheapest', 'newest,oldest'],
  },
  view: {
    hit: { view: 'card', sort: 'price-desc', limit: '1' },
    miss: { view: 'card', sort: 'oldest', limit: '1' },
    bad: ['cards', 'full,card'],
  },
};

const service = specService();

beforeAll(async () => {
  await seed(service, {
    suburbs: [
      suburbLine('Kew VIC 3101', { regionName: 'Greater Melbourne', areaName: 'Boroondara' }),
      suburbLine('Hawthorn VIC 3122', { surroundingSuburbs: [{ name: 'Kew VIC 3101', slug: 'kew-vic-3101' }] }),
      suburbLine('Perth WA 6000', { regionName: 'Greater Perth', areaName: 'Perth' }),
    ],
    accounts: [1, 2].map((websiteID) => ({ websiteID, ...accountBody({ name: `Jane ${websiteID}` }) })),
    agents: [{ id: 31, ...agentBody(1, 'Jane Citizen') }],
    listings: [rich, bare],
  });
});

describe('GET /api/v1/listings', () => {
  itTakesEveryParameter<{ id: number }>(ListingsQuery, cases, {
    service: () => service,
    path: '/api/v1/listings',
    always: { status: 'all' },
    find: (data) => data.map(({ id }) => id),
    found: () => [RICH],
  });

  it('matches neither absent counts, not even 0, nor bounds without a price (D21, D22)', async () => {
    const counts = ['bedrooms', 'bathrooms', 'carspaces', 'garages', 'carports', 'openSpaces', 'ensuite', 'toilets'];
    const areas = ['minLandArea', 'minFloorArea', 'minSoldPrice'];
    const bounds = ['minbedrooms', 'minbathrooms', 'mincarspaces', 'minPrice', ...areas];
    for (const name of [...counts, 'livingAreas', ...bounds]) {
      const { body } = await service.get<{ data: { id: number }[] }>(`/api/v1/listings?status=all&${name}=0`);
      expect({ name, ids: body.data.map(({ id }) => id) }).toEqual({ name, ids: bounds.includes(name) ? [RICH] : [] });
    }
  });

  it('has current listings by default', async () => {
    const { body } = await service.get<{ data: { id: number }[] }>('/api/v1/listings');
    expect(body.data.map(({ id }) => id)).toEqual([BARE]);
  });

  it('names a misspelt parameter and the nearest one, and every fault at once (D3, D9)', async () => {
    const { status, body } = await service.get(`/api/v1/listings?bedroms=3&Suburb=Kew&minPrice=x&suburb[]=Kew`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [
        { parameter: 'bedroms', message: expect.stringContaining('bedrooms') },
        { parameter: 'Suburb', message: expect.stringContaining('suburb') },
        { parameter: 'minPrice' },
        { parameter: 'suburb[]' },
      ],
    });
  });

  it('takes the union of a repeated comma-separated parameter, and refuses any other repeated one (D3)', async () => {
    const { body } = await service.get<{ total: number }>('/api/v1/listings?status=all&suburb=Kew&suburb=Perth');
    expect(body.total).toBe(2);
    expect((await service.get('/api/v1/listings?garages=1&garages=2')).status).toBe(400);
  });

  it('takes 200 comma-separated values, and no more (D3)', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1000).join(',');
    for (const name of ['ids', 'excludeids']) {
      expect((await service.get(`/api/v1/listings?${name}=${ids(200)}`)).status).toBe(200);
      expect((await service.get(`/api/v1/listings?${name}=${ids(201)}`)).status).toBe(400);
    }
  });
});
