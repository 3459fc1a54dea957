import { beforeAll, describe, expect, it } from 'vitest';
import { SuburbNamesQuery, SuburbsQuery } from '../../libs/suburbs/src/suburb.filters.js';
import {
  accountBody,
  itTakesEveryParameter,
  listingLine,
  mapCases,
  NO_TEXT,
  one,
  pageCases,
  type ParameterCases,
  seed,
  specService,
  suburbLine,
  uuid,
} from '@testing';

const near = [{ name: 'Hawthorn VIC 3122', slug: 'hawthorn-vic-3122' }];
const bare = suburbLine('Hall ACT 2618', { areaName: 'Another Area', regionName: 'Another Region' });
const rich = suburbLine('Kew East VIC 3102', {
  areaName: 'Boroondara',
  regionName: 'Greater Melbourne',
  surroundingSuburbs: near,
  latitude: '-37.79',
  longitude: '145.05',
  timeZone: 'Australia/Melbourne',
});

const names: ParameterCases = {
  ...one('ids', `${uuid(9, 9)},999,${rich._id.toUpperCase()}`, bare._id, 'x', '1,x', '-1'),
  ...one('suburb', 'kew E', 'East', ...NO_TEXT),
  ...one('state', 'vic', 'vi', ...NO_TEXT),
  ...one('postcode', '31', '102', ...NO_TEXT),
  ...one('region', 'x,greater melbourne', 'Greater', ...NO_TEXT),
  ...one('areaname', 'x,BOROONDARA', 'Boroon', ...NO_TEXT),
};

const service = specService();

beforeAll(async () => {
  await seed(service, {
    suburbs: [rich, bare],
    accounts: [{ websiteID: 1, ...accountBody({ address: { suburb: 'Elsewhere', state: 'VIC', postcode: '3999' } }) }],
    listings: [listingLine(1, { address: { street: 'Main Road', suburb: 'Nowhere', state: 'VIC', postcode: '3998' } })],
  });
});

describe('GET /api/v1/suburbs', () => {
  const cases: ParameterCases = {
    ...pageCases({}),
    ...mapCases('-37.79', '145.05'),
    ...names,
    ...one('name', 'x,w east v', 'Hall', ...NO_TEXT),
    ...one('slug', 'EAST-VIC', 'east vic', ...NO_TEXT),
    sort: { hit: { sort: 'id', limit: '1' }, miss: { sort: 'name', limit: '1' }, bad: ['newest', 'id,name'] },
    ...one('exclude', `${bare._id.toUpperCase()},${uuid(9, 9)}`, rich._id, 'x', '1', `${bare._id},x`),
  };
  itTakesEveryParameter<{ _id: string }>(SuburbsQuery, cases, {
    service: () => service,
    path: '/api/v1/suburbs',
    find: (data) => data.map(({ _id }) => _id),
    found: () => [rich._id],
  });

  it('answers the representation, and nothing else, in its envelope, by name (D8)', async () => {
    const { timeZone: _, ...shown } = rich;
    const { timeZone: __, ...plain } = bare;
    const { headers, body } = await service.get('/api/v1/suburbs');
    expect(body).toEqual({ total: 2, hasNext: false, totalPage: 1, data: [plain, shown] });
    expect(headers.get('link')).toBe('</api/v1/suburbs?page=1>; rel="first", </api/v1/suburbs?page=1>; rel="last"');
  });

  it('knows no place that addresses alone name', async () => {
    const { body } = await service.get('/api/v1/suburbs?suburb=nowhere');
    expect(body).toEqual({ total: 0, hasNext: false, totalPage: 0, data: [] });
    for (const list of ['postcodes', 'regions', 'areanames']) {
      const { body: none } = await service.get(`/api/v1/suburbs/${list}?postcode=399`);
      expect(none).toEqual({ success: true, data: [] });
    }
  });

  it('answers HEAD like GET, without a body', async () => {
    const { status, headers, body } = await service.call('HEAD', '/api/v1/suburbs');
    expect({ status, body }).toEqual({ status: 200, body: undefined });
    expect(headers.get('content-type')).toContain('application/json');
  });

  it('has no single read: 404', async () => {
    expect((await service.get(`/api/v1/suburbs/${rich._id}`)).status).toBe(404);
  });
});

describe.each([
  ['postcodes', { postcode: '3102', state: 'VIC' }],
  ['regions', 'Greater Melbourne'],
  ['areanames', 'Boroondara'],
])('GET /api/v1/suburbs/%s', (list, item) => {
  itTakesEveryParameter<unknown>(
    SuburbNamesQuery,
    { ...pageCases({}), ...names },
    {
      service: () => service,
      path: `/api/v1/suburbs/${list}`,
      find: (data) => data,
      found: () => [item],
    },
  );
});
