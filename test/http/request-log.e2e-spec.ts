import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LINES } from '../../apps/api/src/service-log.js';
import {
  type AccountAnswer,
  type AgentAnswer,
  createAccount,
  createAgent,
  createCredential,
  createOperatorPair,
  operator,
  TestService,
} from '@testing';

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly path?: string;
  readonly route?: string;
}

const SECRET = 'a-secret-of-more-than-24-characters';
const TRACE = '0af7651916cd43dd8448eb211c80319c';

let texts: string[] = [];
const logger = pino({ ...LINES, level: 'info' }, { write: (text: string) => void texts.push(text) });
const lines = (): Line[] =>
  texts.map((text) => JSON.parse(text) as Line).filter(({ msg }) => msg.startsWith('request'));

let service: TestService;
let account: AccountAnswer;
let agent: AgentAnswer;

beforeAll(async () => {
  const settings = { trustProxy: 1, rateLimit: { requests: 500, seconds: 60 } } as const;
  service = await TestService.start(settings, undefined, logger);
  account = await createAccount(service, { secretKey: SECRET });
  agent = await createAgent(service, account.websiteID, 'Jane Citizen');
});

beforeEach(() => {
  logger.level = 'info';
  texts = [];
});

afterAll(() => service.stop());

/** Sends a request, and returns its log line. */
async function lineOf(path: string, options: Parameters<TestService['get']>[1] = {}, method = 'GET'): Promise<Line> {
  texts = [];
  await service.call(method, path, options);
  await expect.poll(() => lines().length).toBe(1);
  return lines()[0] as Line; // the poll has seen it
}

describe('a request line of the log', () => {
  it('has the documented fields, in order', async () => {
    const as = { ...account, secretKey: SECRET };
    const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, 'x-forwarded-for': '203.0.113.9' };
    const path = '/api/v1/listings?limit=3&page=1';
    const line = await lineOf(path, { as, headers: { ...headers, 'x-request-id': 'request-1' } });
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      requestId: 'request-1',
      method: 'GET',
      route: '/api/v1/listings',
      path,
      status: 200,
      bytes: expect.any(Number),
      durationMs: expect.any(Number),
      caller: { role: 'account', websiteID: account.websiteID },
      address: '203.0.113.9',
      cache: 'miss',
      trace_id: TRACE,
      msg: 'request completed',
    });
    expect(Object.keys(line).join(' ')).toBe(
      'level time requestId method route path status bytes durationMs caller address cache trace_id msg',
    );
    expect(await lineOf(path, { as })).toMatchObject({ cache: 'hit', address: '127.0.0.1' });
  });

  it('names the operator and the label of a key pair', async () => {
    expect(await lineOf('/v1/accounts?limit=1')).toMatchObject({
      caller: { role: 'operator' },
      route: '/api/v1/websites',
      path: '/v1/accounts?limit=1',
    });
    const as = await createCredential(service, account, { scope: 'read', label: 'CRM \u009b31m\u202e' });
    expect(await lineOf('/api/v1/auth/me', { as })).toMatchObject({
      caller: { role: 'account', websiteID: account.websiteID, key: 'CRM ?31m?' },
    });
    const portal = await createOperatorPair(service, 'read', 'Portal \u202e of Ana');
    const line = (await lineOf('/api/v1/auth/me', { as: portal })) as Line & { caller: unknown };
    expect(line.caller).toEqual({ role: 'operator', key: 'Portal ? of Ana' });
  });

  it.each([
    ['00-00000000000000000000000000000000-b7ad6b7169203331-01'],
    [`ff-${TRACE}-b7ad6b7169203331-01`],
    [`00-${TRACE}-b7ad6b7169203331-01-${'x'.repeat(5_000)}`],
    [`00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`],
    ['nothing'],
  ])('ignores the trace %.60s', async (traceparent) => {
    expect(await lineOf('/api/v1/auth/me', { headers: { traceparent } })).not.toHaveProperty('trace_id');
  });

  it.each([['unknown'], ['203.0.113.9"}\\n{"level":"fatal"'], [`fe80::1%${'z'.repeat(5_000)}`], ['x'.repeat(5_000)]])(
    'has an address, whatever a proxy sends: %.40s',
    async (forwarded) => {
      await lineOf('/api/v1/auth/me', { headers: { 'x-forwarded-for': forwarded } });
      expect(texts[0]?.length).toBeLessThan(600);
      expect(lines()).toMatchObject([{ address: forwarded.startsWith('fe80') ? 'fe80::1' : '127.0.0.1' }]);
    },
  );

  it('is written for probes only at debug level', async () => {
    await service.get('/readyz', { as: null });
    await lineOf('/api/v1/auth/me');
    logger.level = 'debug';
    expect(await lineOf('/readyz', { as: null })).toMatchObject({ level: 'debug', route: '/readyz' });
  });
});

describe('the path of a log line', () => {
  it.each([
    ['/api/v1/listings?suburb=Richmond&minbedrooms=2', '/api/v1/listings?…&minbedrooms=2'],
    ['/api/v1/listings?s=12+Smith+Street&sort=id&limit=2', '/api/v1/listings?…&sort=id&limit=2'],
    ['/api/v1/listings?agent=Jane%20Citizen', '/api/v1/listings?…'],
    ['/api/v1/listings?near=-37.82,144.99&radius=2000', '/api/v1/listings?…&radius=2000'],
    ['/api/v1/agents?email=jane@harbour.example&limit=1', '/api/v1/agents?…&limit=1'],
    ['/api/v1/enquiries?email=jane@harbour.example&limit=1', '/api/v1/enquiries?…&limit=1'],
    ['/api/v1/listings?websiteID=12&uniqueID=A1', '/api/v1/listings?websiteID=12&…'],
    [
      '/api/v1/listings?listingType=residential,rental&status=all',
      '/api/v1/listings?listingType=residential,rental&status=all',
    ],
    // A value that is invalid for the parameter is hidden.
    ['/api/v1/listings?page=jane-citizen&limit=jane@harbour.example', '/api/v1/listings?…&…'],
    ['/api/v1/listings?jane@harbour.example', '/api/v1/listings?…'],
    ['/api/v1/agents/jane-citizen', '/api/v1/agents/…'],
    ['/api/v1/agents/1', '/api/v1/agents/1'],
    ['/jane@harbour.example/wp-login.php', '/…/…'],
    ['/api/v1/listings/12%0a%7b%22level%22', '/api/v1/listings/…'],
  ])('%s is logged as %s at info', async (path, shown) => {
    expect(await lineOf(path)).toMatchObject({ path: shown });
  });

  it('has names at debug level, but no secrets, no e-mail addresses and no unknown parameters', async () => {
    logger.level = 'debug';
    for (const address of ['jane@harbour.example', 'jane%40harbour.example', 'j%C3%A4ne+x%40harbour.example']) {
      const path = `/api/v1/enquiries?email=${address}&limit=1`;
      expect(await lineOf(path)).toMatchObject({ path: '/api/v1/enquiries?email=…&limit=1' });
    }
    const secret = `ads_${'x'.repeat(49)}`;
    const path = `/api/v1/listings?suburb=Richmond&secretKey=${SECRET}&s=${secret}&${secret}&name=${secret.replace('_', '%5F')}`;
    expect(await lineOf(path)).toMatchObject({ path: '/api/v1/listings?suburb=Richmond&…&s=…&…&name=…' });
    expect(await lineOf(`/api/v1/agents?name=${secret.replace('_', '%5F')}`)).toMatchObject({
      path: '/api/v1/agents?name=…',
    });
    expect(await lineOf(`/api/v1/agents/jane-citizen`)).toMatchObject({ path: '/api/v1/agents/jane-citizen' });
  });

  it('has a maximum length at every level', async () => {
    for (const level of ['info', 'debug']) {
      logger.level = level;
      for (const path of [`/api/v1/${'x/'.repeat(4_000)}`, `/api/v1/listings?${'limit=1&'.repeat(1_500)}`]) {
        await lineOf(path);
        expect(texts[0]?.length).toBeLessThan(2_600);
      }
    }
  });
});

describe('refused credentials', () => {
  const wrong = 'a-wrong-secret-of-24-characters';

  it('are a warning with address and access key, without the secret', async () => {
    const { accessKey } = account;
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect(await lineOf('/api/v1/auth/me', { as: { accessKey, secretKey: wrong }, headers })).toMatchObject({
      level: 'warn',
      status: 401,
      address: '203.0.113.7',
      authFailure: 'wrong_secret',
      accessKey,
    });
    expect(await lineOf('/api/v1/auth/me', { as: { ...operator, secretKey: wrong } })).toMatchObject({
      level: 'warn',
      accessKey: operator.accessKey,
    });
    expect(await lineOf('/api/v1/auth/me', { as: null })).toMatchObject({ level: 'info', authFailure: 'no_keys' });
  });

  it.each([
    ['the two headers changed round', () => ({ accessKey: SECRET, secretKey: account.accessKey }), 'a-se…'],
    ['a generated secret as access key', () => ({ accessKey: `ads_${'x'.repeat(49)}`, secretKey: wrong }), 'ads_…'],
    ['control characters', () => ({ accessKey: '\u009b31m-access-key', secretKey: wrong }), '?31m…'],
  ])('show only the start of an unknown access key: %s', async (_, keys, accessKey) => {
    expect(await lineOf('/api/v1/auth/me', { as: keys() })).toMatchObject({ level: 'warn', accessKey });
    expect(texts.join()).not.toContain(SECRET.slice(0, 8));
  });

  it('are not logged as a warning if the database is not available', async () => {
    await service.store.dataSource.query('ALTER TABLE credentials RENAME TO elsewhere');
    try {
      const line = await lineOf('/api/v1/auth/me', { as: { accessKey: 'some-access-key-1', secretKey: wrong } });
      expect(line).toMatchObject({ level: 'error' });
      expect(line).not.toHaveProperty('authFailure');
    } finally {
      await service.store.dataSource.query('ALTER TABLE elsewhere RENAME TO credentials');
    }
  });
});

describe('secrets, e-mails and names', () => {
  it.each([['info'], ['debug']])('appear in no line at the level %s', async (level) => {
    logger.level = level;
    const as = { ...account, secretKey: SECRET };
    const website = `/api/v1/websites/${account.websiteID}`;
    const headers = {
      authorization: `Bearer ${SECRET}`,
      cookie: `session=${SECRET}`,
      'idempotency-key': SECRET,
      'user-agent': `crm/${SECRET}`,
      referer: `https://crm.example/?key=${SECRET}`,
      traceparent: SECRET,
      'x-request-id': `"${SECRET}"`,
      'x-forwarded-for': SECRET,
    };
    const bodies = [
      { secretKey: SECRET, email: 'jane@harbour.example' },
      `{"secretKey": "${SECRET}`,
      [SECRET],
      { [SECRET]: 1 },
    ];
    for (const body of bodies) await service.put(website, body, { as, headers });
    await service.post('/api/v1/agents', { secretKey: SECRET }, { as, headers });
    await service.get(`${website}?secretKey=${SECRET}`, { as, headers });
    await service.get(website, { as: { accessKey: SECRET, secretKey: SECRET }, headers });
    await service.get(`/api/v1/agents/${agent.id}?x=${SECRET}`, { as, headers });
    await expect.poll(() => lines().length).toBe(8);
    expect(texts.join()).not.toContain(SECRET);
    expect(texts.join()).not.toMatch(/jane|harbour\.example/i);
  });
});
