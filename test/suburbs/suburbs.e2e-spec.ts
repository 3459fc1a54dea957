import { beforeAll, describe, expect, it } from 'vitest';
import { accountBody, listingLine, seed, specService, suburbLine } from '@testing';

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

const service = specService();

beforeAll(async () => {
  await seed(service, {
    suburbs: [rich, bare],
    accounts: [{ websiteID: 1, ...accountBody({ address: { suburb: 'Elsewhere', state: 'VIC', postcode: '3999' } }) }],
    listings: [listingLine(1, { address: { street: 'Main Road', suburb: 'Nowhere', state: 'VIC', postcode: '3998' } })],
  });
});

describe('GET /api/v1/suburbs', () => {
  it('returns suburbs in their envelope, and nothing else, by name (D8)', async () => {
    const { timeZone: _, ...shown } = rich;
    const { timeZone: __, ...plain } = bare;
    const { headers, body } = await service.get('/api/v1/suburbs');
    expect(body).toEqual({ total: 2, hasNext: false, totalPage: 1, data: [plain, shown] });
    expect(headers.get('link')).toBe('</api/v1/suburbs?page=1>; rel="first", </api/v1/suburbs?page=1>; rel="last"');
  });

  it('does not return places that only addresses name', async () => {
    const { body } = await service.get('/api/v1/suburbs?suburb=nowhere');
    expect(body).toEqual({ total: 0, hasNext: false, totalPage: 0, data: [] });
    for (const list of ['postcodes', 'regions', 'areanames']) {
      const { body: none } = await service.get(`/api/v1/suburbs/${list}?postcode=399`);
      expect(none).toEqual({ success: true, data: [] });
    }
  });
});
