import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createAgent, specService } from '@testing';

const COUNT = 7;

const service = specService();

beforeAll(async () => {
  const names = Array.from({ length: COUNT }, (_, at) => `Number ${at + 1}`);
  for (const name of names) await createAccount(service, { name });
  const { websiteID } = await createAccount(service, { name: 'Employer' });
  for (const name of names) await createAgent(service, websiteID, name);
});

/** The pages in the `Link` header (RFC 8288). */
function links(header: string | null): Record<string, string> {
  const found = [...(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(found.map(([, target = '', rel = '']) => [rel, target]));
}

describe.each(['/api/v1/websites', '/v1/accounts', '/api/v1/agents', '/v1/agents'])('the pages of %s (D7)', (path) => {
  const read = (query: string) => service.get(`${path}?${query}`);

  it.each([
    ['limit=3&name=number&page=2', { first: 1, prev: 1, next: 3, last: 3 }],
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

  it('links keep every other parameter unchanged', async () => {
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
