import { beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import { createAccount, type Keys, specService, storeCredential } from '@testing';

/** The operations open to keys of the scope `public` (B20). New operations are closed to them. */
const OPEN = [
  '/api/v1/agents',
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
