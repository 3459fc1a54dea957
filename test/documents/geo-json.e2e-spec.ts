import { beforeAll, describe, expect, it } from 'vitest';
import { accountBody, listingLine, seed, specService, storeCredential, suburbLine } from '@testing';
import { ask } from '../http/wire.js';

const GEO = { accept: 'application/geo+json' };
const place = { street: 'Main Road', suburb: 'Kew', state: 'VIC', postcode: '3101' };

/** Beyond the largest radius of a query. */
const HIDDEN = { streetNumber: '3', display: false, latitude: '-37.90', longitude: '145.20' };

interface Collection {
  readonly type: string;
  readonly total: number;
  readonly hasNext: boolean;
  readonly features: readonly {
    readonly id: unknown;
    readonly geometry: { readonly coordinates: readonly number[] } | null;
    readonly properties: object;
  }[];
}

const service = specService({ corsOrigins: ['https://portal.example'] });

beforeAll(async () => {
  await seed(service, {
    suburbs: [suburbLine('Kew VIC 3101', { latitude: '-37.8', longitude: '145.03' })],
    accounts: [{ websiteID: 1, ...accountBody() }],
    listings: [
      listingLine(1, { id: 71, propertyID: 51, address: { ...place, latitude: '-37.80', longitude: '145.03' } }),
      listingLine(1, { id: 72, uniqueID: 'B', propertyID: 52, address: { ...place, streetNumber: '2' } }),
      listingLine(1, { id: 73, uniqueID: 'C', propertyID: 53, address: { ...place, ...HIDDEN } }),
    ],
  });
});

describe('GeoJSON (B25)', () => {
  it.each(['/api/v1/listings', '/v1/listings', '/api/v1/properties', '/api/v1/suburbs'])('of %s', async (path) => {
    const { body: json } = await service.get<{ data: object[]; total: number }>(`${path}?sort=id`);
    const { status, headers, body } = await service.get<Collection>(`${path}?sort=id`, { headers: GEO });
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'application/geo+json' });
    expect(headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
    expect(body).toMatchObject({ type: 'FeatureCollection', total: json.total, hasNext: false });
    expect(body.features.map(({ properties }) => properties)).toEqual(json.data);
    expect(body.features[0]?.geometry).toEqual({ type: 'Point', coordinates: [145.03, -37.8] });
    if (json.total > 1) expect(body.features[1]?.geometry).toBeNull();
  });

  it('has its own tag, and JSON is the default', async () => {
    const path = '/api/v1/listings';
    const tags = new Set<unknown>();
    for (const headers of [GEO, {}, { accept: '*/*' }, { accept: 'application/json, application/geo+json' }, GEO]) {
      const answer = await service.get<Partial<Collection>>(path, { headers });
      const isGeo = headers === GEO;
      expect({ headers, isGeo: answer.body.type === 'FeatureCollection' }).toEqual({ headers, isGeo });
      expect(answer.headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
      tags.add(answer.headers.get('etag'));
      const again = await service.get(path, {
        headers: { ...headers, 'if-none-match': String(answer.headers.get('etag')) },
      });
      expect(again.status).toBe(304);
    }
    expect(tags.size).toBe(2);
  });

  it.each(['/api/v1/listings', '/api/v1/properties'])('has the cards of %s', async (path) => {
    const cards = `${path}?view=card&sort=id`;
    const { body: json } = await service.get<{ data: object[] }>(cards);
    const { body, headers } = await service.get<Collection>(cards, { headers: GEO });
    expect(body.features.map(({ properties }) => properties)).toEqual(json.data);
    expect(body.features.map(({ geometry }) => geometry)).toEqual([
      { type: 'Point', coordinates: [145.03, -37.8] },
      null,
      expect.objectContaining({ type: 'Point' }),
    ]);
    const { headers: ofWhole } = await service.get(`${path}?sort=id`, { headers: GEO });
    expect(headers.get('etag')).not.toBe(ofWhole.get('etag'));
  });

  it('shows visitors the suburb of a hidden address', async () => {
    const as = await storeCredential(service, { websiteID: 1 }, 'public');
    const points = async (path: string) => {
      const { body } = await service.get<Collection>(path, { as, headers: GEO });
      return body.features.map(({ geometry }) => geometry?.coordinates);
    };
    const kew = [145.03, -37.8];
    // The second listing has no coordinates, but its address can be found.
    expect(await points('/api/v1/listings?sort=id')).toEqual([kew, undefined, kew]);
    expect(await points('/api/v1/listings?sort=id&view=card')).toEqual([kew, undefined, undefined]);
  });

  it('is compressed, and varies by Accept', async () => {
    const path = '/api/v1/listings?sort=id';
    for (let time = 0; time < 2; time += 1) {
      for (const accept of [GEO.accept, 'application/json']) {
        const { headers, text } = await ask(service, path, { accept, 'accept-encoding': 'br' });
        expect(headers).toMatchObject({ vary: 'Accept-Encoding, Origin, Accept', 'content-encoding': 'br' });
        const { type } = JSON.parse(text) as Partial<Collection>;
        expect(type).toBe(accept === GEO.accept ? 'FeatureCollection' : undefined);
      }
    }
  });

  it('explains an order by distance without a point', async () => {
    const { status, body } = await service.get<{ errors: unknown }>('/api/v1/listings?sort=distance&radius=5');
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { parameter: 'radius', message: 'needs near, which is not given' },
      { parameter: 'sort', message: 'needs near, which is not given' },
    ]);
  });
});
