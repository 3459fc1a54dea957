import { beforeAll, describe } from 'vitest';
import { PropertiesQuery } from '../../libs/properties/src/property.filters.js';
import {
  accountBody,
  itTakesEveryParameter,
  listingLine,
  mapCases,
  NO_COUNT,
  NO_TEXT,
  one,
  pageCases,
  type ParameterCases,
  seed,
  specService,
  uuid,
} from '@testing';

const bare = listingLine(1, {
  address: { suburb: 'Perth', state: 'WA', postcode: '6000' },
  listingType: 'land',
  propertyID: 5000,
  createdAt: '2026-03-01T00:00:00Z',
});
const rich = listingLine(1, {
  address: {
    subNumber: '3',
    streetNumber: '39',
    street: 'Main_Road',
    suburb: 'Kew',
    state: 'VIC',
    postcode: '3101',
    latitude: '-37.8065',
    longitude: '145.0309',
  },
  features: { bedrooms: 3, bathrooms: 2, garages: 1 },
  propertyID: 5001,
  createdAt: '2026-03-02T00:00:00Z',
});

const cases: ParameterCases = {
  ...mapCases('-37.8065', '145.0309'),
  ...pageCases({}),
  ...one('ids', '5001,9', `5000,${uuid(9, 9)}`, 'x', '1,x', '-1'),
  ...one('bedrooms', '3', '0', ...NO_COUNT),
  ...one('bathrooms', '2', '0', ...NO_COUNT),
  ...one('carspaces', '1', '0', ...NO_COUNT),
  ...one('address', '/39 MAIN_', '39 MainXRoad', ...NO_TEXT),
  ...one('street', 'in_r', 'Kew', ...NO_TEXT),
  ...one('suburb', 'x,KEW', 'Ke', ...NO_TEXT),
  ...one('fullSuburb', 'kew vic 3101', 'Kew VIC', ...NO_TEXT),
  ...one('state', 'vic', 'NSW', ...NO_TEXT),
  ...one('postcode', '3101', '310', ...NO_TEXT),
  sort: { hit: { sort: 'newest', limit: '1' }, miss: { sort: 'id', limit: '1' }, bad: ['cheapest', 'id,newest'] },
  ...one('listingType', 'rental,RESIDENTIAL', 'rental', 'house', 'rental,house'),
  view: { hit: { view: 'card', bedrooms: '3' }, miss: { view: 'card' }, bad: ['cards', 'full,card'] },
};

const service = specService();

beforeAll(async () => {
  await seed(service, { accounts: [{ websiteID: 1, ...accountBody() }], listings: [bare, rich] });
});

describe('GET /api/v1/properties', () => {
  itTakesEveryParameter<{ id: number }>(PropertiesQuery, cases, {
    service: () => service,
    path: '/api/v1/properties',
    find: (data) => data.map(({ id }) => id),
    found: () => [5001],
  });
});
