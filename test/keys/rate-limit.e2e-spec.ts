import { connect } from 'node:net';
import { newAccessKey, newSecretKey } from '@app/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  type Answer,
  createAccount,
  expectProblem,
  type Keys,
  operator,
  type Problem,
  statementsOf,
  storeCredential,
  TestService,
} from '@testing';

const LIMIT = 5;
/** Longer than any of the tests takes. */
const SECONDS = 300;
const FAILURES = 20;

let service: TestService;
let account: AccountAnswer;

beforeAll(async () => {
  // The service trusts the addresses of the tests, as if a proxy sent them.
  service = await TestService.start({
    rateLimit: { requests: LIMIT, seconds: SECONDS },
    trustProxy: ['loopback'],
    publicUrl: 'https://directory.example/base',
  });
});

afterAll(() => service.stop());

// A fresh service, whose counters are empty.
beforeEach(async () => {
  account = await createAccount(service);
});

let addresses = 0;
/** An address that no test has used. */
const somebody = () => `192.0.2.${++addresses}`;

interface From {
  readonly as?: Keys | null;
  readonly from?: string;
}

const get = (path: string, { as = operator, from = '198.51.100.1' }: From = {}) =>
  service.get<Problem>(path, { as, headers: { 'x-forwarded-for': from } });

async function ask(count: number, path: string, from?: From): Promise<Answer<Problem>[]> {
  const answers: Answer<Problem>[] = [];
  while (answers.length < count) answers.push(await get(path, from));
  return answers;
}

const statusesOf = (answers: Answer<Problem>[]) => answers.map(({ status }) => status);
const times = (count: number, status: number) => Array<number>(count).fill(status);
const ME = '/api/v1/auth/me';

describe('requests of a proven credential (B22)', () => {
  it('beyond the limit are answered 429 with Retry-After', async () => {
    const answers = await ask(LIMIT + 2, '/api/v1/websites', { as: account });
    expect(statusesOf(answers)).toEqual([...times(LIMIT, 200), 429, 429]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe(`"credential";q=${LIMIT};w=${SECONDS}`);
    for (const [at, left] of [4, 3, 2, 1, 0, 0, 0].entries()) {
      expect(answers[at]?.headers.get('ratelimit')).toMatch(new RegExp(`^"credential";r=${left};t=\\d+$`));
    }
    for (const answer of answers.slice(LIMIT)) {
      expectProblem(answer, 429, 'TOO_MANY_REQUESTS');
      const seconds = Number(answer.headers.get('retry-after'));
      expect(answer.headers.get('ratelimit')).toContain(`t=${seconds}`);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(SECONDS);
    }
  });

  it('are counted together for canonical and overview paths and for all addresses, per credential', async () => {
    expect(statusesOf(await ask(LIMIT, '/v1/accounts', { as: account }))).toEqual(times(LIMIT, 200));
    expect((await get('/api/v1/agents', { as: account, from: somebody() })).status).toBe(429);
    expect((await get('/api/v1/agents', { as: await createAccount(service) })).status).toBe(200);
  });

  it('have no limit for the operator', async () => {
    const answers = await ask(4 * LIMIT, '/api/v1/websites');
    expect(statusesOf(answers)).toEqual(times(4 * LIMIT, 200));
    expect(answers[0]?.headers.get('ratelimit')).toBeNull();
    expect(statusesOf(await ask(2 * LIMIT, '/api/v1/nowhere'))).toContain(429); // no handler has read its keys
  });
});

describe('requests with a public key (B20)', () => {
  const PATH = '/api/v1/suburbs?limit=1';
  let as: Keys;

  beforeEach(async () => {
    as = await storeCredential(service, account, 'public');
  });

  it('are counted per visitor, and report both limits', async () => {
    const [one, other] = [somebody(), somebody()];
    const answers = await ask(LIMIT + 2, PATH, { as, from: one });
    expect(statusesOf(answers)).toEqual([...times(LIMIT, 200), 429, 429]);
    const policy = `"visitor";q=${LIMIT};w=${SECONDS}, "public-key";q=${100 * LIMIT};w=${SECONDS}`;
    for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe(policy);
    for (const [at, left] of [4, 3, 2, 1, 0].entries()) {
      const state = new RegExp(`^"visitor";r=${left};t=\\d+, "public-key";r=${99 * LIMIT + left};t=\\d+$`);
      expect(answers[at]?.headers.get('ratelimit')).toMatch(state);
    }
    expectProblem(answers[LIMIT]!, 429, 'TOO_MANY_REQUESTS');
    // Refused requests have not counted against the others.
    const { status, headers } = await get(PATH, { as, from: other });
    expect([status, headers.get('ratelimit')]).toEqual([200, expect.stringContaining(`r=${99 * LIMIT - 1};`)]);
    expect((await get(PATH, { as: account, from: one })).status).toBe(200);
  });

  it('over IPv6 are counted by the first 64 bits', async () => {
    await ask(LIMIT, PATH, { as, from: '2001:db8:1:1::1' });
    expect((await get(PATH, { as, from: '2001:db8:1:1:2::2' })).status).toBe(429);
    expect((await get(PATH, { as, from: '2001:db8:1:2::1' })).status).toBe(200);
  });

  it('of all visitors together have a limit, too', async () => {
    for (let at = 0; at < 100; at++) await ask(LIMIT, PATH, { as, from: `203.0.113.${at}` });
    const refused = await get(PATH, { as, from: somebody() });
    expectProblem(refused, 429, 'TOO_MANY_REQUESTS');
    expect(refused.headers.get('ratelimit')).toMatch(/^"visitor";r=4;t=\d+, "public-key";r=0;t=\d+$/);
    const another = await storeCredential(service, account, 'public');
    expect((await get(PATH, { as: another, from: somebody() })).status).toBe(200);
  });
});

describe('wrong secrets (B22)', () => {
  const wrong = { ...operator, secretKey: 'wrong-secret' };

  it('are counted by address: 20 in 15 minutes, then 429 for wrong ones', async () => {
    const from = somebody();
    const answers = await ask(FAILURES + 5, ME, { as: wrong, from });
    expect(statusesOf(answers)).toEqual([...times(FAILURES, 401), ...times(5, 429)]);
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"failures";r=19;t=(900|8\d\d)$/);
    expectProblem(answers.at(-1)!, 429, 'TOO_MANY_REQUESTS');
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(SECONDS);
    expect((await get(ME, { as: wrong, from: somebody() })).status).toBe(401);
  });

  it('never use up the limit of the owner, even behind the same address', async () => {
    const from = somebody();
    await ask(120, ME, { as: { ...account, secretKey: 'wrong-secret' }, from });
    expect((await get(ME, { as: account, from })).status).toBe(200);
    expect((await get(ME, { as: account, from })).headers.get('ratelimit')).toContain(`r=${LIMIT - 2};`);
  });

  it('count even if the checksum reveals a typo', async () => {
    const [from, made] = [somebody(), newAccessKey()];
    const as = { accessKey: `${made.slice(0, -1)}-`, secretKey: newSecretKey() };
    const { result, statements } = await statementsOf(() => ask(FAILURES, ME, { as, from }));
    expect([statusesOf(result), statements]).toEqual([times(FAILURES, 401), []]);
    expect((await get(ME, { as: { ...account, secretKey: 'wrong-secret' }, from })).status).toBe(429);
  });
});

describe('failures are counted by address', () => {
  it('for requests without keys, and for unknown paths', async () => {
    for (const [path, status] of [
      ['/api/v1/websites', 401],
      ['/nowhere', 404],
    ] as const) {
      const answers = await ask(LIMIT + 1, path, { as: null, from: somebody() });
      expect(statusesOf(answers)).toEqual([...times(LIMIT, status), 429]);
    }
  });

  it('except health checks, which have a far higher limit', async () => {
    for (const path of ['/livez', '/readyz', '/api/v1/openapi.json']) {
      const { status, headers } = await fetch(service.address + path, { headers: { 'x-forwarded-for': somebody() } });
      expect(status).toBe(200);
      expect(headers.get('ratelimit')).toMatch(/^"(probes|documents)";r=5999;t=\d+$/);
    }
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname);
    const request = `GET /livez HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${somebody()}\r\n`;
    socket.write(`${request}\r\n`.repeat(6000) + `${request}Connection: close\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(6000);
    expect(text.match(/HTTP\/1\.1 429/g)).toHaveLength(1);
  });
});

it('links and the requests of the docs page start with PUBLIC_URL', async () => {
  const document = (await (await fetch(`${service.address}/api/v1/openapi.json`)).json()) as { servers: unknown };
  expect(document.servers).toMatchObject([{ url: 'https://directory.example/base' }]);
  const { headers } = await get('/v1/accounts?limit=1');
  expect(headers.get('link')).toContain('<https://directory.example/base/v1/accounts?limit=1&page=2>; rel="next"');
  const made = await service.post('/api/v1/accounts', { name: 'Linked', link: 'https://linked.example' });
  expect(made.headers.get('location')).toMatch(/^https:\/\/directory\.example\/base\/api\/v1\/websites\/\d+$/);
});
