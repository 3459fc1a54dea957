import { beforeAll, describe, expect, it } from 'vitest';
import { directory, JANE, madeAddress, PLAIN, seed, specService, uuid, ZOE } from '@testing';
import { everyAddress, full, jane, lease, rental, shownFull, shownLease, shownRental, zoe } from './shown-listings.js';

const service = specService();

beforeAll(async () => {
  await seed(service, { ...directory, listings: [full, rental, lease] });
});

describe('GET /api/v1/listings', () => {
  it('answers every detail in its envelope: address._id is the property (D33), agents are named in short', async () => {
    const short = [ZOE, JANE].map(({ _id, id, name }) => ({ _id, id, name }));
    const { status, headers, body } = await service.get('/api/v1/listings?status=all&sort=newest');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      total: 3,
      hasNext: false,
      totalPage: 1,
      data: [
        {
          ...shownFull,
          address: {
            _id: uuid(3, 1),
            ...everyAddress,
          },
          agents: short.toReversed(),
        },
        {
          ...shownRental,
          address: {
            _id: uuid(3, 2),
            ...madeAddress,
          },
          agents: short.slice(0, 1),
        },
        {
          ...shownLease,
          address: {
            _id: uuid(3, 2),
            ...madeAddress,
          },
          agents: [],
        },
      ],
    });
  });

  it('answers pages with an exact total and links to their neighbours (D7)', async () => {
    const { headers, body } = await service.get('/api/v1/listings?status=all&limit=1&page=2&suburb=Richmond');
    expect(body).toMatchObject({ total: 3, hasNext: true, totalPage: 3, data: [{ id: 7002 }] });
    const links = [...(headers.get('link') ?? '').matchAll(/page=(\d)[^>]*>; rel="(\w+)"/g)];
    expect(Object.fromEntries(links.map(([, page, rel]) => [rel, page]))).toEqual({
      first: '1',
      prev: '1',
      next: '3',
      last: '3',
    });
    const { body: past } = await service.get('/api/v1/listings?status=all&page=2147483647&limit=100');
    expect(past).toEqual({ total: 3, hasNext: false, totalPage: 1, data: [] });
    const { body: none } = await service.get('/api/v1/listings?suburb=Nowhere');
    expect(none).toEqual({ total: 0, hasNext: false, totalPage: 0, data: [] });
  });

  it('is served to every account, and not without keys (D11, D12)', async () => {
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
