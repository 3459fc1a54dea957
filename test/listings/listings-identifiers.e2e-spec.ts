import { beforeAll, describe, expect, it } from 'vitest';
import { accountBody, listingLine, seed, specService, uuid } from '@testing';

const ODD = 'A/1 ü%?#&+.._\\';

const line = (websiteID: number, id: number, uniqueID: string, modtime: string) =>
  listingLine(websiteID, { id, _id: uuid(2, id), uniqueID, modtime, propertyID: 5000 + id });

const service = specService();

beforeAll(async () => {
  await seed(service, {
    accounts: [1, 2, 3].map((websiteID) => ({ websiteID, ...accountBody() })),
    listings: [
      line(1, 71, 'SHARED', '2026-03-01T00:00:00Z'),
      line(2, 72, 'SHARED', '2026-03-03T00:00:00Z'),
      line(3, 73, 'SHARED', '2026-03-02T00:00:00Z'),
      line(1, 74, ODD, '2026-03-01T00:00:00Z'),
      line(1, 75, '424242', '2026-03-01T00:00:00Z'),
      line(1, 76, '71', '2026-03-01T00:00:00Z'),
      line(1, 77, uuid(2, 999), '2026-03-01T00:00:00Z'),
      line(1, 78, uuid(2, 71), '2026-03-01T00:00:00Z'),
    ],
  });
});

const NOBODY = uuid(7, 7);
const NOT_IDS = ['0', '-1', '1.5', '999', '2147483647', '2147483648', '9'.repeat(400), NOBODY, `{${NOBODY}}`];
const WEIRD = ['%00', 'a%00b', '%20', '%F0%9F%8F%A0', 'null', 'undefined', "'--", '1%20OR%201=1', 'x'.repeat(5000)];

describe('GET /api/v1/listings/{id} (D2)', () => {
  it.each([
    ['a numeric id', '71', 71],
    ['a numeric id with zeros', '0071', 71],
    ['an object identifier', uuid(2, 71), 71],
    ['an object identifier in capitals', uuid(2, 71).toUpperCase(), 71],
    ['a uniqueID of several accounts: the latest modtime', 'SHARED', 72],
    ['a uniqueID that needs every escape', encodeURIComponent(ODD), 74],
    ['a uniqueID of digits, when no listing has that id', '424242', 75],
    ['a uniqueID in the form of an object identifier', uuid(2, 999), 77],
  ])('reads by %s', async (_, path, id) => {
    const { status, body } = await service.get<{ id: number }>(`/api/v1/listings/${path}`);
    expect({ status, id: body.id }).toEqual({ status: 200, id });
  });

  it.each([...NOT_IDS, ...WEIRD, 'shared'])('answers 404 to %.40s', async (path) => {
    const { status, body } = await service.get(`/api/v1/listings/${path}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('answers HEAD like GET, without a body', async () => {
    for (const [path, status] of [
      ['71', 200],
      ['999', 404],
    ] as const) {
      const [get, head] = [
        await service.get(`/api/v1/listings/${path}`),
        await service.call('HEAD', `/api/v1/listings/${path}`),
      ];
      expect({ status: head.status, body: head.body }).toEqual({ status, body: undefined });
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
    }
  });

  it('answers 304 to an If-None-Match that names the answer', async () => {
    const { headers } = await service.get('/api/v1/listings/71');
    const conditional = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    expect((await service.get('/api/v1/listings/71', { headers: conditional })).status).toBe(304);
  });
});

describe('GET /api/v1/properties/{id} (D2)', () => {
  it.each([...NOT_IDS, ...WEIRD, 'SHARED'])('answers 404 to %.40s', async (path) => {
    const { status, body } = await service.get(`/api/v1/properties/${path}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('reads by numeric id and by the _id that its listings name, and answers HEAD', async () => {
    const { body } = await service.get<{ data: { address: { _id: string } }[] }>('/api/v1/listings?id=71');
    for (const id of ['5071', '05071', body.data[0]?.address._id ?? '']) {
      const answer = await service.get<{ id: number }>(`/api/v1/properties/${id}`);
      expect({ status: answer.status, id: answer.body.id }).toEqual({ status: 200, id: 5071 });
      expect(answer.headers.get('etag')).toMatch(/^".+"$/);
      expect((await service.call('HEAD', `/api/v1/properties/${id}`)).status).toBe(200);
    }
  });
});

describe.each(['listings', 'properties'])('%s are read-only', (list) => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuse %s: 405 with Allow (D1)', async (method) => {
    for (const path of [`/api/v1/${list}`, `/api/v1/${list}/71`]) {
      const { status, headers } = await service.call(method, path);
      expect({ path, status, allow: headers.get('allow') }).toEqual({ path, status: 405, allow: 'GET, HEAD' });
    }
  });
});
