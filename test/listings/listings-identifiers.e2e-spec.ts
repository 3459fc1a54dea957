import { beforeAll, describe, expect, it } from 'vitest';
import { accountBody, listingLine, seed, specService, storeCredential, uuid } from '@testing';

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

  it("a uniqueID of several accounts means the listing that the caller's account shows, for every scope and form, cached or not", async () => {
    // A later modTime in another account changes nothing.
    for (const scope of ['full', 'read', 'public'] as const) {
      for (const [websiteID, id] of [
        [1, 71],
        [2, 72],
        [3, 73],
      ] as const) {
        const as = await storeCredential(service, { websiteID }, scope);
        for (const path of ['SHARED', 'SHARED', '424242']) {
          const { body } = await service.get<{ id: number }>(`/api/v1/listings/${path}`, { as });
          expect([scope, websiteID, body.id]).toEqual([scope, websiteID, path === 'SHARED' ? id : 75]);
        }
        const history = await service.get<object>('/api/v1/listings/SHARED/history', { as });
        expect(history.body).toEqual((await service.get(`/api/v1/listings/${id}/history`, { as })).body);
      }
    }
  });

  it.each([...NOT_IDS, ...WEIRD, 'shared'])('answers %.40s with 404, like properties', async (path) => {
    for (const list of ['listings', 'properties']) {
      expect(await service.get(`/api/v1/${list}/${path}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });
});

describe('GET /api/v1/properties/{id} (D2)', () => {
  it('reads by numeric id and by the _id in its listings', async () => {
    const { body } = await service.get<{ data: { address: { _id: string } }[] }>('/api/v1/listings?id=71');
    for (const id of ['5071', '05071', body.data[0]?.address._id ?? '']) {
      const answer = await service.get<{ id: number }>(`/api/v1/properties/${id}`);
      expect({ status: answer.status, id: answer.body.id }).toEqual({ status: 200, id: 5071 });
      expect(answer.headers.get('etag')).toMatch(/^".+"$/);
    }
  });
});
