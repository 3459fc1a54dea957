import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allFlags, everyListingField, listingDefaults, listingLine } from './factories/listing.factory.js';
import { uuid } from './factories/suburb.factory.js';
import { addressParts, directory, HARBOUR, JANE, madeAddress, PLAIN, websiteOf, ZOE } from './support/directory.js';
import { seed } from './support/seed.js';
import { TestService } from './support/service.js';

const dates = {
  firstdate: '2026-03-01T00:00:00.000Z',
  modtime: '2026-03-04T05:06:07.890Z',
  createdAt: '2026-03-02T00:00:00.001Z',
  updatedAt: '2026-03-05T00:00:00.999Z',
};

/** Every part of an address, the texts not as they would be made. */
const everyAddress = {
  ...{ display: false, streetview: false, fullAddress: 'The Lodge', streetAddress: 'Lodge', fullSuburb: 'Richmond' },
  ...{ subNumber: '1', lotNumber: '2', streetNumber: '4', street: 'Low Road', suburb: 'Richmond', state: 'VIC' },
  ...{ postcode: '3121', country: 'Australia', latitude: '-37.82314', longitude: '144.99804' },
};

const full = listingLine(12, {
  ...{ _id: uuid(2, 1), id: 7001, uniqueID: 'ABC/123 é', agentID: 'HARB1', listingType: 'residential', status: 'sold' },
  ...{ ...everyListingField, ...dates, soldDetails: { price: 1_300_000, date: '2026-03-03T00:00:00Z' } },
  propertyID: 5001,
  address: { ...everyAddress, _id: uuid(3, 1) } as typeof everyAddress,
  agents: [{ id: 32, profileVisibility: false }, { id: 31 }],
});
const rental = listingLine(13, {
  ...{ _id: uuid(2, 2), id: 7002, uniqueID: 'R1', agentID: '', listingType: 'rental', status: 'current', category: '' },
  ...{ ...dates, propertyID: 5002, address: { ...addressParts, _id: uuid(3, 2) } as typeof addressParts },
  price: { rent: { price: 650, period: 'weekly', display: false, available: '2026-05-01T00:00:00+10:00' } },
  features: { bedrooms: 0, garages: 1, carports: 2 },
  agents: [{ id: 31 }],
});
const lease = listingLine(13, {
  ...{
    _id: uuid(2, 3),
    id: 7003,
    uniqueID: 'C1',
    agentID: '',
    listingType: 'commercial',
    status: 'current',
    category: '',
  },
  ...{ ...dates, modtime: '2026-03-06T00:00:00Z', propertyID: 5002, address: addressParts },
  ...{ commercialListingType: 'lease', commercialRent: { value: 85_000 } },
});

/** What the three have in common in every representation. */
const shownFull = {
  ...{ _id: uuid(2, 1), id: 7001, propertyID: 5001, uniqueID: 'ABC/123 é', agentID: 'HARB1' },
  ...{ listingType: 'residential', status: 'sold', ...everyListingField, ...dates, website: websiteOf(HARBOUR) },
  slug: '/buy/vic/richmond/townhouse/abc-123-e',
  link: 'https://www.harbour.example/home/buy/vic/richmond/townhouse/abc-123-e',
};
const shownRental = {
  ...{ _id: uuid(2, 2), id: 7002, propertyID: 5002, uniqueID: 'R1', agentID: '', listingType: 'rental' },
  ...{ status: 'current', ...listingDefaults, ...dates, website: websiteOf(PLAIN) },
  price: {
    ...{ priceView: '', display: true },
    rent: { price: 650, period: 'weekly', display: false, available: '2026-04-30T14:00:00.000Z' },
  },
  features: { ...{ bedrooms: 0, garages: 1, carports: 2, parkingSpaces: 3, otherFeatures: '' }, ...allFlags(false) },
  slug: '/rental/vic/richmond/r1',
  link: 'https://plain.example/rental/vic/richmond/r1',
};
const shownLease = {
  ...{ _id: uuid(2, 3), id: 7003, propertyID: 5002, uniqueID: 'C1', agentID: '', listingType: 'commercial' },
  ...{
    status: 'current',
    ...listingDefaults,
    ...dates,
    modtime: '2026-03-06T00:00:00.000Z',
    website: websiteOf(PLAIN),
  },
  ...{ commercialListingType: 'lease', commercialRent: { value: 85_000, period: '', tax: '' } },
  slug: '/commercial/vic/richmond/c1',
  link: 'https://plain.example/commercial/vic/richmond/c1',
};

const zoe = {
  ...{ id: 31, name: 'Zoë O’Hara', telephone: ZOE.telephone, email: 'zoe@harbour.example' },
  ...{
    profileImage: ZOE.profileImage,
    profileLink: ZOE.profileLink,
    profileVisibility: true,
    hasCurrentListings: true,
  },
};
const jane = {
  ...{ id: 32, name: 'Jane Citizen', telephone: [], email: '', profileImage: '', profileLink: '' },
  ...{ profileVisibility: false, hasCurrentListings: false },
};

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
  await seed(service, { ...directory, listings: [full, rental, lease] });
});

afterAll(() => service.stop());

describe('GET /api/v1/listings', () => {
  it('answers every detail in its envelope: address._id is the property (D33), agents are named in short', async () => {
    const short = [ZOE, JANE].map(({ _id, id, name }) => ({ _id, id, name }));
    const { status, headers, body } = await service.get('/api/v1/listings?status=all&sort=newest');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      ...{ total: 3, hasNext: false, totalPage: 1 },
      data: [
        { ...shownFull, address: { _id: uuid(3, 1), ...everyAddress }, agents: short.toReversed() },
        { ...shownRental, address: { _id: uuid(3, 2), ...madeAddress }, agents: short.slice(0, 1) },
        { ...shownLease, address: { _id: uuid(3, 2), ...madeAddress }, agents: [] },
      ],
    });
  });

  it('answers pages with an exact total and links to their neighbours (D7)', async () => {
    const { headers, body } = await service.get('/api/v1/listings?status=all&limit=1&page=2&suburb=Richmond');
    expect(body).toMatchObject({ total: 3, hasNext: true, totalPage: 3, data: [{ id: 7002 }] });
    const links = [...(headers.get('link') ?? '').matchAll(/page=(\d)[^>]*>; rel="(\w+)"/g)];
    expect(Object.fromEntries(links.map(([, page, rel]) => [rel, page]))).toEqual({
      ...{ first: '1', prev: '1', next: '3', last: '3' },
    });
    const { body: past } = await service.get('/api/v1/listings?status=all&page=2147483647&limit=100');
    expect(past).toEqual({ total: 3, hasNext: false, totalPage: 1, data: [] });
    const { body: none } = await service.get('/api/v1/listings?suburb=Nowhere');
    expect(none).toEqual({ total: 0, hasNext: false, totalPage: 0, data: [] });
  });

  it('is served to any account, and to nobody without keys (D11, D12)', async () => {
    const { accessKey, secretKey } = PLAIN;
    expect((await service.get('/api/v1/listings', { as: { accessKey, secretKey } })).status).toBe(200);
    expect((await service.get('/api/v1/listings', { as: null })).status).toBe(401);
    expect((await service.get('/api/v1/listings/7001', { as: null })).status).toBe(401);
  });
});

describe('GET /api/v1/listings/{id}', () => {
  it('answers the whole listing, with its agents and how to reach them', async () => {
    const { status, headers, body } = await service.get('/api/v1/listings/7001');
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^".+"$/);
    expect(body).toEqual({ ...shownFull, address: everyAddress, agents: [jane, zoe] });
  });

  it('answers the rent of a rental (D22), and car spaces as the sum of its parts (D21)', async () => {
    const { body } = await service.get('/api/v1/listings/7002');
    expect(body).toEqual({ ...shownRental, address: madeAddress, agents: [zoe] });
  });

  it('answers the rent of a commercial lease', async () => {
    const { body } = await service.get('/api/v1/listings/7003');
    expect(body).toEqual({ ...shownLease, address: madeAddress, agents: [] });
  });
});

describe('GET /api/v1/properties', () => {
  const propertyDates = { createdAt: dates.createdAt, updatedAt: expect.stringMatching(/Z$/) };

  it('answers features of the latest listing, and the current one, else the latest (D30), in list form (D33)', async () => {
    const short = [JANE, ZOE].map(({ _id, id, name }) => ({ _id, id, name }));
    const { body } = await service.get('/api/v1/properties');
    const { bedrooms, bathrooms, parkingSpaces } = everyListingField.features;
    const listing = { websiteID: 12, ...shownFull, address: { _id: uuid(3, 1), ...everyAddress }, agents: short };
    const latest = { websiteID: 13, ...shownLease, address: { _id: uuid(3, 2), ...madeAddress }, agents: [] };
    expect(body).toEqual({
      ...{ total: 2, hasNext: false, totalPage: 1 },
      data: [
        {
          id: 5001,
          address: everyAddress,
          features: { bedrooms, bathrooms, parkingSpaces },
          listings: listing,
          ...propertyDates,
        },
        { id: 5002, address: madeAddress, features: {}, listings: latest, ...propertyDates },
      ],
    });
  });

  it.each([['5002'], [uuid(3, 2)], [uuid(3, 2).toUpperCase()]])(
    'answers %s with every listing, the latest first, whose website carries _id (D33)',
    async (id) => {
      const { status, body } = await service.get(`/api/v1/properties/${id}`);
      const website = { _id: PLAIN._id, ...websiteOf(PLAIN) };
      expect(status).toBe(200);
      expect(body).toEqual({
        ...{ id: 5002, address: madeAddress, features: {}, ...propertyDates },
        listings: [
          { ...shownLease, address: madeAddress, agents: [], website },
          { ...shownRental, address: madeAddress, agents: [zoe], website },
        ],
      });
    },
  );
});
