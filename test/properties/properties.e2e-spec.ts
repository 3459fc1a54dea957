import { beforeAll, describe, expect, it } from 'vitest';
import {
  directory,
  everyListingField,
  JANE,
  madeAddress,
  PLAIN,
  seed,
  specService,
  uuid,
  websiteOf,
  ZOE,
} from '@testing';
import {
  dates,
  everyAddress,
  full,
  lease,
  rental,
  shownFull,
  shownLease,
  shownRental,
  zoe,
} from '../listings/shown-listings.js';

const service = specService();

beforeAll(async () => {
  await seed(service, { ...directory, listings: [full, rental, lease] });
});

describe('GET /api/v1/properties', () => {
  const propertyDates = { createdAt: dates.createdAt, updatedAt: expect.stringMatching(/Z$/) };

  it('returns the features of the latest listing, and the current or else the latest listing (D30), in list form (D33)', async () => {
    const short = [JANE, ZOE].map(({ _id, id, name }) => ({ _id, id, name }));
    const { body } = await service.get('/api/v1/properties');
    const { bedrooms, bathrooms, parkingSpaces } = everyListingField.features;
    const listing = { websiteID: 12, ...shownFull, address: { _id: uuid(3, 1), ...everyAddress }, agents: short };
    const latest = { websiteID: 13, ...shownLease, address: { _id: uuid(3, 2), ...madeAddress }, agents: [] };
    expect(body).toEqual({
      total: 2,
      hasNext: false,
      totalPage: 1,
      data: [
        {
          id: 5001,
          address: everyAddress,
          locationAccuracy: 'exact',
          features: { bedrooms, bathrooms, parkingSpaces },
          listings: listing,
          ...propertyDates,
        },
        { id: 5002, address: madeAddress, features: {}, listings: latest, ...propertyDates },
      ],
    });
  });

  it.each([['5002'], [uuid(3, 2)], [uuid(3, 2).toUpperCase()]])(
    'returns %s with every listing, the latest first, whose website has _id (D33)',
    async (id) => {
      const { status, body } = await service.get(`/api/v1/properties/${id}`);
      const website = { _id: PLAIN._id, ...websiteOf(PLAIN) };
      expect(status).toBe(200);
      expect(body).toEqual({
        id: 5002,
        address: madeAddress,
        features: {},
        ...propertyDates,
        listings: [
          { ...shownLease, address: madeAddress, agents: [], website },
          { ...shownRental, address: madeAddress, agents: [zoe], website },
        ],
      });
    },
  );
});
