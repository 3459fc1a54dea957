import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createAccount, specService } from '@testing';
import document from '../../docs/openapi.json' with { type: 'json' };

type Refusal = { readonly errors: { readonly parameter: string }[] };

const METHODS = ['get', 'post', 'put', 'delete'] as const;

const service = specService();

beforeAll(async () => {
  await createAccount(service);
});

const operations = Object.entries(document.paths as Record<string, object>).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({ method, path })),
);

describe('an unknown query parameter (D3)', () => {
  it.each(operations.filter(({ path }) => path.startsWith('/api/')))(
    'is refused with its name: $method $path',
    async ({ method, path }) => {
      const target = `${path.replaceAll(/\{\w+\}/g, '1')}?zz=1&limit[]=1`;
      const sent = method === 'post' || method === 'put' ? service[method](target, {}) : service[method](target);
      const { status, body } = (await sent) as Answer<Refusal>; // the status is expected below
      expect(status).toBe(400);
      expect(body.errors.map(({ parameter }) => parameter)).toEqual(expect.arrayContaining(['zz', 'limit[]']));
    },
  );

  it.each([
    ['searches?cursor=zz&page=1', ['cursor', 'page']],
    ['changes?since=zz&zz=1', ['since', 'zz']],
    ['searches/1/matches?since=zz&zz=1', ['since', 'zz']],
    ['export/listings.xml?websiteID=1&since=zz&zz=1', ['since', 'zz']],
  ])('does not hide an invalid cursor: %s', async (target, named) => {
    const { body } = await service.get<Refusal>(`/api/v1/${target}`);
    expect(body.errors.map(({ parameter }) => parameter)).toEqual(named);
  });

  it('prevents the write', async () => {
    expect((await service.delete('/v1/accounts/1?dryRun=true')).status).toBe(400);
    expect((await service.get('/v1/accounts/1')).status).toBe(200);
  });

  it.each(['/livez', '/readyz'])('is ignored by health probes: %s', async (path) => {
    expect((await service.get(`${path}?at=1`)).status).toBe(200);
  });
});
