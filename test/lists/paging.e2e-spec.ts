import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createAgent, specService } from '@testing';

const COUNT = 7;

interface List {
  readonly total: number;
  readonly totalPage: number;
  readonly hasNext?: boolean;
  readonly data: { name: string }[];
}

const service = specService();

beforeAll(async () => {
  const names = Array.from({ length: COUNT }, (_, at) => `Number ${at + 1}`);
  for (const name of names) await createAccount(service, { name });
  const { websiteID } = await createAccount(service, { name: 'Employer' });
  for (const name of names) await createAgent(service, websiteID, name);
});

/** The pages that the `Link` header names (RFC 8288). */
function links(header: string | null): Record<string, string> {
  const found = [...(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(found.map(([, target = '', rel = '']) => [rel, target]));
}

describe.each(['/api/v1/websites', '/v1/accounts', '/api/v1/agents', '/v1/agents'])('the pages of %s (D7)', (path) => {
  const isAgents = path.endsWith('agents');
  const read = (query: string) => service.get<List>(`${path}?${query}`);

  it('have 20 items and start with page 1 by default', async () => {
    const { body } = await service.get<List>(path);
    expect(body.data).toHaveLength(isAgents ? COUNT : COUNT + 1);
    expect(body.total).toBe(body.data.length);
    expect(body.totalPage).toBe(1);
  });

  it('go through the list once, in its order, with an exact total', async () => {
    const names: string[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await read(`name=number&limit=3&page=${page}`);
      expect({ ...body, data: [] }).toEqual({
        total: COUNT,
        totalPage: 3,
        data: [],
        ...(isAgents ? { hasNext: page < 3 } : {}),
      });
      names.push(...body.data.map(({ name }) => name));
    }
    expect(names).toEqual(Array.from({ length: COUNT }, (_, at) => `Number ${at + 1}`));
  });

  it.each([
    ['name=number&limit=3&page=4', 3],
    ['name=number&limit=100&page=2147483647', 1],
    ['name=number&limit=7&page=2', 1],
  ])('past the end (%s): 200, empty, the true total', async (query, totalPage) => {
    const { status, body } = await read(query);
    expect(status).toBe(200);
    expect(body).toEqual({ total: COUNT, totalPage, data: [], ...(isAgents ? { hasNext: false } : {}) });
  });

  it('of an empty result: totalPage 0', async () => {
    const { body, headers } = await read('name=nobody');
    expect(body).toEqual({ total: 0, totalPage: 0, data: [], ...(isAgents ? { hasNext: false } : {}) });
    expect(links(headers.get('link'))).toEqual({
      first: `${path}?name=nobody&page=1`,
      last: `${path}?name=nobody&page=1`,
    });
  });

  it.each([
    ['limit=3&name=number', { first: 1, next: 2, last: 3 }],
    ['limit=3&name=number&page=2', { first: 1, prev: 1, next: 3, last: 3 }],
    ['page=3&limit=3&name=number', { first: 1, prev: 2, last: 3 }],
    ['limit=3&name=number&page=9', { first: 1, prev: 3, last: 3 }],
  ])('are linked: %s', async (query, pages) => {
    const { headers } = await read(query);
    const targets = links(headers.get('link'));
    expect(Object.keys(targets)).toEqual(Object.keys(pages));
    for (const [rel, page] of Object.entries(pages)) {
      const { pathname, searchParams } = new URL(targets[rel] ?? '', service.address);
      expect(pathname).toBe(path);
      expect(Object.fromEntries(searchParams)).toEqual({ limit: '3', name: 'number', page: String(page) });
    }
  });

  it('the links keep every other parameter, whatever it holds', async () => {
    const { headers } = await read('s=a%3Fb%26c%20%C3%A9&name=x?y&suburb=A,B&suburb=C');
    const { searchParams } = new URL(links(headers.get('link')).first ?? '', service.address);
    expect([...searchParams]).toEqual([
      ['s', 'a?b&c é'],
      ['name', 'x?y'],
      ['suburb', 'A,B'],
      ['suburb', 'C'],
      ['page', '1'],
    ]);
  });
});
