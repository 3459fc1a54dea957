import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type Keys, listingLine, seed, specService, storeCredential, TestService } from '@testing';

const ORIGIN = 'https://www.harbour.example';
const STRANGER = 'https://harbour.example';

const service = specService({
  corsOrigins: [ORIGIN, 'http://127.0.0.1:4000'],
  rateLimit: { requests: 5, seconds: 60 },
});
let keys: Keys;

beforeAll(async () => {
  const account = await createAccount(service);
  keys = await storeCredential(service, account, 'public');
  const address = { streetNumber: '9', street: 'Quay Street', suburb: 'Richmond', state: 'VIC', postcode: '3121' };
  await seed(service, {
    listings: [
      listingLine(account.websiteID, { address, price: { priceView: 'Offers', value: 500_000 } }),
      listingLine(account.websiteID, { address: { ...address, display: false }, price: { value: 1, display: false } }),
    ],
  });
});

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(service.address + path, { method, headers });

const preflight = (origin: string) =>
  ask('OPTIONS', '/api/v1/listings', {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'if-none-match,x-access-key,x-secret-key',
  });

const listed = (headers: Headers, name: string): string[] =>
  (headers.get(name) ?? '').split(',').map((one) => one.trim().toLowerCase());

describe('CORS_ORIGINS (B21)', () => {
  it('answers preflights of its origins without credentials and body', async () => {
    const { status, headers, ...answer } = await preflight(ORIGIN).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }));
    expect({ status, text: answer.text }).toEqual({ status: 204, text: '' });
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(listed(headers, 'vary')).toContain('origin');
    expect(listed(headers, 'access-control-allow-methods')).toContain('get');
    expect(listed(headers, 'access-control-allow-headers')).toEqual(
      expect.arrayContaining(['x-access-key', 'x-secret-key', 'if-none-match', 'if-match', 'content-type']),
    );
    expect(headers.has('access-control-allow-credentials')).toBe(false);
  });

  it('allows nothing to other origins', async () => {
    const { headers } = await preflight(STRANGER);
    expect(headers.has('access-control-allow-origin')).toBe(false);
    expect(listed(headers, 'vary')).toContain('origin');
  });

  it('exposes responses, errors and headers to its origins', async () => {
    for (const [path, sent, status] of [
      ['/api/v1/suburbs', { 'x-access-key': keys.accessKey, 'x-secret-key': keys.secretKey }, 200],
      ['/api/v1/listings', {}, 401],
      ['/api/v1/nothing', {}, 404],
      ['/livez', {}, 200],
    ] as const) {
      const answer = await ask('GET', path, { ...sent, origin: ORIGIN });
      expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, status, ORIGIN]);
      expect(listed(answer.headers, 'vary')).toContain('origin');
      expect(listed(answer.headers, 'access-control-expose-headers').toSorted()).toEqual([
        'changes-cursor',
        'etag',
        'link',
        'ratelimit',
        'ratelimit-policy',
        'retry-after',
        'x-request-id',
      ]);
    }
  });

  it('counts preflights like probes, and a script can read a refusal', async () => {
    const { headers } = await preflight(ORIGIN);
    expect(headers.get('ratelimit-policy')).toContain('"probes"');
    const refused = [];
    for (let asked = 0; asked < 8; asked += 1) {
      const answer = await ask('GET', '/api/v1/listings', { origin: ORIGIN });
      if (answer.status === 429) refused.push(answer.headers.get('access-control-allow-origin'));
    }
    expect(new Set(refused)).toEqual(new Set([ORIGIN]));
  });

  it('is off unless it is set', async () => {
    const other = await TestService.start();
    try {
      const answer = await fetch(`${other.address}/livez`, { headers: { origin: ORIGIN } });
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    } finally {
      await other.stop();
    }
  });
});

describe('the page in docs/KEYS.md', () => {
  it('shows current listings without hidden fields', async () => {
    const words = await readFile(new URL('../../docs/KEYS.md', import.meta.url), 'utf8');
    const [, script = ''] = /<script type="module">\n([^]*?)<\/script>/.exec(words) ?? [];
    const mine = script
      .replace('https://directory.example', service.address)
      .replace(/adk_\w+/, keys.accessKey)
      .replace(/ads_\w+/, keys.secretKey);
    const items: { textContent: string }[] = [];
    const document = {
      createElement: () => ({ textContent: '' }),
      querySelector: () => ({ append: (item: { textContent: string }) => items.push(item) }),
    };
    await runInNewContext(`(async () => {${mine}})()`, { document, fetch, Error });
    expect(items.map(({ textContent }) => textContent).toSorted()).toEqual([
      '9 Quay Street, Richmond VIC 3121: Offers',
      'Richmond VIC 3121: on request',
    ]);
  });
});
