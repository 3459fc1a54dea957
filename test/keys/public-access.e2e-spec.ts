import { beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import { createAccount, type Keys, listingLine, seed, specService, storeCredential } from '@testing';

/** The operations open to keys of the scope `public` (B20). New operations are closed to them. */
const OPEN = [
  '/api/v1/agents',
  '/api/v1/agents/geojson',
  '/api/v1/agents/{id}',
  '/api/v1/auth/me',
  '/api/v1/inspections',
  '/api/v1/inspections.ics',
  '/api/v1/listings',
  '/api/v1/listings/cards',
  '/api/v1/listings/geojson',
  '/api/v1/listings/clusters',
  '/api/v1/listings/facets',
  '/api/v1/listings/statistics',
  '/api/v1/listings/{id}',
  '/api/v1/listings/{id}/history',
  '/api/v1/listings/{id}/inspections.ics',
  '/api/v1/listings/{id}/similar',
  '/api/v1/properties',
  '/api/v1/properties/cards',
  '/api/v1/properties/geojson',
  '/api/v1/properties/{id}',
  '/api/v1/properties/{id}/history',
  '/api/v1/suburbs',
  '/api/v1/suburbs/geojson',
  '/api/v1/suburbs/areanames',
  '/api/v1/suburbs/postcodes',
  '/api/v1/suburbs/regions',
  '/api/v1/suburbs/suggest',
  '/api/v1/websites',
  '/api/v1/websites/geojson',
  '/api/v1/websites/{id}',
];

const service = specService();
let open: Keys;
let full: Keys;

beforeAll(async () => {
  const account = await createAccount(service);
  open = await storeCredential(service, account, 'public');
  full = await storeCredential(service, account, 'full');
});

/** Every GET of the document that requires credentials, with an identifier filled in. */
const reads = () =>
  Object.entries(makeDocument(service.app).paths).flatMap(([path, { get }]) =>
    !get || get.security?.length === 0 ? [] : [path],
  );

describe('a key of the scope public (B20)', () => {
  it('has access to the listed operations, and is refused everywhere else before anything is read', async () => {
    const opened: string[] = [];
    for (const path of reads()) {
      const { status, body } = await service.get<{ code?: string }>(path.replaceAll(/\{\w+\}/g, '1'), { as: open });
      if (status !== 403 || body.code !== 'FORBIDDEN') opened.push(path);
    }
    expect(opened.toSorted()).toEqual(OPEN.toSorted());
  });

  it('gets no Changes-Cursor, and has responses and tags of its own', async () => {
    const path = '/api/v1/suburbs?limit=1';
    const [forPublic, forClients] = [await service.get(path, { as: open }), await service.get(path, { as: full })];
    expect(forPublic.headers.has('changes-cursor')).toBe(false);
    expect(forClients.headers.has('changes-cursor')).toBe(true);
    const [publicTag, tag] = [forPublic, forClients].map(({ headers }) => headers.get('etag') ?? '');
    expect(publicTag).not.toBe(tag);
    for (const [as, given, status] of [
      [open, publicTag, 304],
      [open, tag, 200],
      [full, tag, 304],
      [full, publicTag, 200],
    ] as const) {
      expect((await service.get(path, { as, headers: { 'if-none-match': given ?? '' } })).status).toBe(status);
    }
  });
});

it('the price that a listing hides is neither read nor found by another account or a visitor (B20, B72)', async () => {
  const agency = await createAccount(service);
  const price = { value: 654_321, display: false };
  await seed(service, { listings: [listingLine(agency.websiteID, { id: 77, uniqueID: 'hidden-price', price })] });
  const visitor = await storeCredential(service, agency, 'public');
  const isRead = async (as?: Keys) => {
    const by = as ? { as } : {};
    const { body } = await service.get<object>('/api/v1/listings/77', by);
    const bounds = '/api/v1/listings?minPrice=654321&maxPrice=654321';
    const { body: found } = await service.get<{ total: number }>(bounds, by);
    return [JSON.stringify(body).includes('654321'), found.total];
  };
  expect(await Promise.all([isRead(), isRead(agency)])).toEqual([
    [true, 1],
    [true, 1],
  ]);
  expect(await Promise.all([isRead(full), isRead(open), isRead(visitor)])).toEqual([
    [false, 0],
    [false, 0],
    [false, 0],
  ]);
});
