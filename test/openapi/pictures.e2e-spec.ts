import { picturePath } from '@app/demo';
import { describe, expect, it } from 'vitest';
import { operator, servicesOn, specService } from '@testing';

const palette = { primary: '#0b3954', secondary: '#bfd7ea', tertiary: '#ff6663' };
const path = picturePath({ kind: 'portrait', variant: 3, palette });

const service = specService();

const ask = (to: string, headers: Record<string, string> = {}) => fetch(`${service.address}/${to}`, { headers });

describe('a picture', () => {
  it('is an SVG for every page, cached for a year', async () => {
    const answer = await ask(path, { origin: 'https://www.harbour.example' });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[\w-]{22}(-\w+)?"$/),
    });
    expect(await answer.text()).toMatch(/^<svg .*<\/svg>$/);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await ask(path);
    const again = await ask(path, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('of a former drawing is redrawn, and cached for a short time', async () => {
    const former = await ask(path.replace(/\w{8}\.svg$/, '00000000.svg'));
    expect([former.status, former.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect(await former.text()).toBe(await (await ask(path)).text());
  });

  it.each([
    ['pictures', 'ROUTE_NOT_FOUND'],
    [path.replace('portrait', 'palace'), 'NOT_FOUND'],
    [path.replace('/3/', '/%00/'), 'NOT_FOUND'],
    [`${path}/more`, 'ROUTE_NOT_FOUND'],
  ])('that does not exist is a problem: %s', async (to, code) => {
    const answer = await ask(to);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 404, body: { code } });
  });
});

describe('the demo beside a running service', () => {
  const world = { listings: 30, accounts: 2, date: '2026-03-04' };
  const headers = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };
  const shown = async (to: string) => (await fetch(service.address + to, { headers })).text();

  it('has pictures at their URLs', async () => {
    await servicesOn(service.store.dataSource).demo.load(world);
    const { body } = await service.get<{ data: { images: { url: string }[] }[] }>('/api/v1/listings?limit=10');
    const urls = body.data.flatMap(({ images }) => images.map(({ url }) => new URL(url)));
    expect(urls.length).toBeGreaterThan(30);
    for (const { origin, pathname } of urls) {
      expect(origin).toBe('http://localhost:3000');
      expect((await fetch(service.address + pathname)).status).toBe(200);
    }
  });

  it('is restored by a reset, even in cached responses', async () => {
    const paths = [
      '/api/v1/websites',
      '/api/v1/agents',
      '/api/v1/listings',
      '/api/v1/properties',
      '/api/v1/websites/1',
    ];
    const read = () => Promise.all(paths.map(shown));
    const before = await read();
    await service.call('PUT', '/api/v1/websites/1', { body: { name: 'Changed' } });
    await service.call('DELETE', '/api/v1/agents/2');
    const changed = await read();
    expect(changed.filter((text, at) => text === before[at])).toEqual([]);
    await servicesOn(service.store.dataSource).demo.reset(world);
    expect(await read()).toEqual(before);
  });
});
