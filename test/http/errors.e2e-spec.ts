import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createAccount, expectProblem, send, specService } from '@testing';

const JSON_TYPE = { 'content-type': 'application/json' };
const CREATE = '/api/v1/accounts';

// With CORS origins, OPTIONS is a preflight, or a method like any other.
const service = specService({ corsOrigins: ['https://www.harbour.example'] });

const bytes = (buffer: Buffer) => new Uint8Array(buffer);
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const create = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) =>
  send(service, 'POST', CREATE, { body, headers });

describe('a malformed body (D9)', () => {
  it('is refused if it is too deep or too large', async () => {
    expectProblem(await create(nested(33)), 400, 'MALFORMED_REQUEST');
    expectProblem(await create(nested(32)), 400, 'INVALID_BODY');
    expectProblem(await create(`"${'x'.repeat(1_048_574)}"`), 400, 'INVALID_BODY');
    expectProblem(await create(`"${'x'.repeat(1_048_574)}" `), 413, 'BODY_TOO_LARGE');
  });

  it('without a type is answered 415', async () => {
    expectProblem(await create('{}', {}), 415, 'UNSUPPORTED_MEDIA_TYPE');
    const { websiteID } = await createAccount(service);
    const update = await send(service, 'PUT', `/api/v1/websites/${websiteID}`, { body: '{}' });
    expectProblem(update, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('in UTF-16 or invalid UTF-8 is never answered 500', async () => {
    expectProblem(await create(bytes(Buffer.from('{"name":"x"}', 'utf16le'))), 400, 'MALFORMED_REQUEST');
    expectProblem(await create(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])), 400, 'MALFORMED_REQUEST');
  });

  it('with compression is answered 415 with a reason', async () => {
    const answer = await create(bytes(gzipSync('{}')), { ...JSON_TYPE, 'content-encoding': 'gzip' });
    expectProblem(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    expect(answer.headers.get('accept-encoding')).toBe('identity');
  });
});

describe('an unknown path (D1, D9)', () => {
  it.each(
    (
      '/api /api/v1 /v1 /v2/accounts /api/v2/websites /api/v1/website ' +
      '/api/v1/accounts/1 /v1/accounts/1/agents /api/v1/websites/1/2 /v1/accountsx /v1/agentsx /v1/docs /v1/agents-of ' +
      '/api/v1/postcodes /v1/suburbs/postcode/x /api/v1/auth /favicon.ico /.env ' +
      '/api/v1/websites%2F1 //api/v1/websites /API/V1/websites /V1/accounts /../../etc/passwd'
    ).split(' '),
  )('%s is answered 404', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expectProblem(await send(service, method, path), 404, 'ROUTE_NOT_FOUND');
    }
  });

  it.each([
    ['GET /api/v1/accounts/1', '/api/v1/websites/{id}'],
    ['PUT /api/v1/accounts/1', '/api/v1/websites/{id}'],
    ['GET /api/v1/accounts/1/hooks', '/api/v1/websites/{id}/hooks'],
    ['GET /v1/agencies', '/api/v1/websites'],
    ['GET /api/v1/agency/1', '/api/v1/websites/{id}'],
    ['GET /api/v1/search', '/api/v1/listings'],
    ['HEAD /api/v1/listing', '/api/v1/listings'],
    ['GET /api/v1/Listing/S100/similr', '/api/v1/listings/{id}/similar'],
    ['POST /api/v1/listing/1/enquirie', '/api/v1/listings/{id}/enquiries'],
    ['GET /listings', '/api/v1/listings'],
    ['GET /API/V1/suburbs', '/api/v1/suburbs'],
    ['GET /api/v1/regions', '/api/v1/suburbs/regions'],
    ['GET /api/v1/people/1', '/api/v1/agents/{id}'],
    ['DELETE /api/v1/listing/1', undefined],
    ['GET /api/v1/constructor', undefined],
    ['GET /api/v1/listings/1/2/3', undefined],
  ])('%s names %s', async (request, similar) => {
    const [method = '', path = ''] = request.split(' ');
    const answer = await send(service, method, path);
    const end = similar === undefined ? '/api/v1/openapi.json lists its paths.' : `did you mean ${similar}?`;
    expect(answer.status).toBe(404);
    if (method === 'HEAD') return;
    expectProblem(answer, 404, 'ROUTE_NOT_FOUND');
    expect(answer.body).toMatchObject({ detail: `The service has no resource at this path; ${end}` });
  });

  it.each([
    ['GET', '/api/v1/accounts', 'This path supports POST; did you mean /api/v1/websites?'],
    ['POST', '/api/v1/websites', 'This path supports GET, HEAD; did you mean /api/v1/accounts?'],
    ['DELETE', '/api/v1/listings/1', 'This path supports GET, HEAD.'],
  ])('%s %s is answered 405', async (method, path, detail) => {
    const answer = await send(service, method, path);
    expectProblem(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.body).toMatchObject({ detail });
  });

  it.each(
    "% %zz %E0%A4%A %c3 %ff %E0%A4%A%20x %00 a%00b %ED%A0%80x ..%2f.. ' 1%20OR%201=1 %F0%9F%8F%A0 1;DROP %0d%0aX:1".split(
      ' ',
    ),
  )('an identifier like %s is answered 404 (D2)', async (id) => {
    for (const list of ['/api/v1/websites', '/v1/accounts', '/api/v1/agents', '/api/v1/listings', '/v1/properties']) {
      const answer = await send(service, 'GET', `${list}/${id}`);
      expectProblem(answer, 404, 'NOT_FOUND');
    }
  });

  it.each('s=% s=%zz s=%ff s=%00 % &&& = s ? s=%ED%A0%80 name=%F0%9F%8F%A0 %00=1'.split(' '))(
    'a query string like %s is never answered 500',
    async (query) => {
      for (const list of ['/api/v1/websites', '/v1/accounts', '/api/v1/agents', '/v1/agents', '/api/v1/suburbs']) {
        const { status } = await send(service, 'GET', `${list}?${query}`);
        expect([200, 400]).toContain(status);
      }
    },
  );
});

const COLLECTION = 'GET, HEAD, POST';
const ITEM = 'DELETE, GET, HEAD, PUT';
const READ = 'GET, HEAD';

const ALLOWED: [string, string][] = [
  ['/api/v1/websites', READ],
  ['/api/v1/websites/1', ITEM],
  ['/api/v1/websites/nonsense', ITEM],
  ['/api/v1/accounts', 'POST'],
  ['/v1/accounts', COLLECTION],
  ['/v1/accounts/1', ITEM],
  ...['/api/v1', '/v1'].flatMap(
    (base): [string, string][] =>
      [
        [`${base}/agents`, COLLECTION],
        [`${base}/agents/1`, ITEM],
        ...['suburbs', 'suburbs/postcodes', 'suburbs/regions', 'suburbs/areanames'].map((path) => [
          `${base}/${path}`,
          READ,
        ]),
        ...['listings', 'listings/1', 'properties', 'properties/1'].map((path) => [`${base}/${path}`, READ]),
      ] as [string, string][],
  ),
  ['/api/v1/auth/me', READ],
  ['/livez', READ],
  ['/readyz', READ],
];

describe('an unsupported method is answered 405 with Allow (D1)', () => {
  it.each(ALLOWED)('%s allows %s', async (path, allowed) => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'];
    for (const method of methods.filter((name) => !allowed.split(', ').includes(name))) {
      const answer = await send(service, method, path);
      if (method !== 'HEAD') expectProblem(answer, 405, 'METHOD_NOT_ALLOWED');
      expect({ method, status: answer.status, allow: answer.headers.get('allow') }).toEqual({
        method,
        status: 405,
        allow: allowed,
      });
    }
  });

  it('OPTIONS is unsupported unless it is a preflight', async () => {
    const origin = 'https://www.harbour.example';
    const others: Record<string, string>[] = [{ origin }, { 'access-control-request-method': 'GET' }];
    for (const headers of others) {
      expectProblem(await send(service, 'OPTIONS', '/api/v1/listings', { headers }), 405, 'METHOD_NOT_ALLOWED');
      expectProblem(await send(service, 'OPTIONS', '/api/v1/nothing', { headers }), 404, 'ROUTE_NOT_FOUND');
    }
  });

  it('HEAD answers like GET, without the body', async () => {
    for (const path of ['/api/v1/websites', '/v1/accounts?limit=1', '/api/v1/agents', '/livez']) {
      const [get, head] = [await send(service, 'GET', path), await send(service, 'HEAD', path)];
      expect(head.status).toBe(200);
      expect(head.body).toBeNull();
      for (const name of ['content-type', 'link', 'content-length'])
        expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    expect((await send(service, 'HEAD', '/api/v1/websites/1234567')).status).toBe(404);
  });
});

describe('every response', () => {
  it.each(['client-request.1:2', '0123456789abcdef'])('has the X-Request-Id of the request: %s', async (id) => {
    for (const path of ['/api/v1/websites', '/nowhere']) {
      const { headers } = await send(service, 'GET', path, { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).toBe(id);
    }
  });

  it.each(['short', 'with space', 'x'.repeat(129), '<script>alert(1)</script>'])(
    'has an X-Request-Id of its own instead of %s',
    async (id) => {
      const { headers } = await send(service, 'GET', '/livez', { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('forbids sniffing, and requires revalidation', async () => {
    for (const path of ['/api/v1/websites', '/nowhere']) {
      const { headers } = await send(service, 'GET', path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toMatch(/no-cache|no-store/);
    }
  });
});
