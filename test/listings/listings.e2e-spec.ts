import { beforeAll, describe, expect, it } from 'vitest';
import { directory, JANE, madeAddress, seed, specService, uuid, ZOE } from '@testing';
import { everyAddress, full, jane, lease, rental, shownFull, shownLease, shownRental, zoe } from './shown-listings.js';

const service = specService();

beforeAll(async () => {
  await seed(service, { ...directory, listings: [full, rental, lease] });
});

describe('GET /api/v1/listings', () => {
  it('returns whole listings in their envelope: address._id is the property (D33), agents are in short form', async () => {
    const short = [ZOE, JANE].map(({ _id, id, name }) => ({ _id, id, name }));
    const { status, headers, body } = await service.get('/api/v1/listings?status=all&sort=newest');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      total: 3,
      hasNext: false,
      totalPage: 1,
      data: [
        { ...shownFull, address: { _id: uuid(3, 1), ...everyAddress }, agents: short.toReversed() },
        { ...shownRental, address: { _id: uuid(3, 2), ...madeAddress }, agents: short.slice(0, 1) },
        { ...shownLease, address: { _id: uuid(3, 2), ...madeAddress }, agents: [] },
      ],
    });
  });
});

describe('GET /api/v1/listings/{id}', () => {
  it('returns the whole listing, with its agents and their contact details', async () => {
    const { status, headers, body } = await service.get('/api/v1/listings/7001');
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^".+"$/);
    expect(body).toEqual({ ...shownFull, address: everyAddress, agents: [jane, zoe] });
  });
});
