import { pino } from 'pino';
import { LINES } from '../../apps/api/src/service-log.js';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createAgent,
  createCredential,
  createSubAccount,
  type CredentialAnswer,
  exchange,
  type Keys,
  listingLine,
  MeasuredService,
  operator,
  seed,
  storeCredential,
  type TestService,
} from '@testing';

const CALENDAR = '/api/v1/inspections.ics';
const DAY_MS = 24 * 60 * 60 * 1000;
const LIMIT = 60;

let texts: string[] = [];
const logger = pino({ ...LINES, level: 'debug' }, { write: (text: string) => void texts.push(text) });

let measured: MeasuredService;
let service: TestService;
let agency: AccountAnswer;
let sub: AccountAnswer;
let other: AccountAnswer;
let made: CredentialAnswer;
let link: string;
let visitor: Keys;
let shown: number;

const EXPORT = () => `/api/v1/export/listings.xml?websiteID=${agency.websiteID}`;
const ofListing = () => `/api/v1/listings/${shown}/inspections.ics`;

beforeAll(async () => {
  const settings = { statementTimeoutMs: 500, rateLimit: { requests: 10_000, seconds: 60 }, trustProxy: 1 } as const;
  measured = await MeasuredService.start(settings, undefined, logger);
  ({ service } = measured);
  agency = await createAccount(service);
  sub = await createSubAccount(service, agency);
  other = await createAccount(service);
  const people = await createAgent(service, agency.websiteID, 'Rita Ray');
  const email = { agency: '', crm: 'inbox@crm.example' };
  const { status } = await service.put(`/api/v1/agents/${people.id}`, { email });
  expect(status).toBe(200);
  await service.store.dataSource.query(`UPDATE agents SET unique_listing_agent_id = 'PERSON7'`);
  const dateFrom = new Date(Date.now() + DAY_MS).toISOString();
  const inspectionTimes = [{ dateFrom, dateTo: new Date(Date.parse(dateFrom) + 1_800_000).toISOString() }];
  const hiddenAddress = { streetNumber: '77', street: 'Secret St', suburb: 'Richmond', state: 'VIC', postcode: '3121' };
  const line = (uniqueID: string, more: object = {}, { websiteID } = agency) =>
    listingLine(websiteID, { uniqueID, inspectionTimes, agents: [], ...more });
  await seed(service, {
    listings: [
      line('SHOWN', { agents: [{ id: people.id }], price: { value: 654_321, display: true } }),
      line('HIDDEN', { address: { ...hiddenAddress, display: false }, price: { value: 987_654, display: false } }),
      line('PLACELESS', { address: { ...hiddenAddress, display: false }, details: { suburbDisplay: false } }),
      line('SOLD', {
        status: 'sold',
        soldDetails: { price: 765_432, date: '2026-01-05T00:00:00.000Z', display: 'no' },
      }),
      line('WITHDRAWN', { status: 'withdrawn' }),
      line('OFFMARKET', { status: 'offmarket' }),
      line('SUBHOME', {}, sub),
      line('OTHERHOME', {}, other),
    ],
  });
  visitor = await storeCredential(service, agency, 'public');
  const { body } = await service.get<{ data: { id: number }[] }>('/api/v1/listings?uniqueIDs=SHOWN');
  shown = body.data[0]?.id ?? 0;
  made = await createCredential(service, agency, { scope: 'link', label: 'Calendar' });
  link = made.secretKey;
});

afterAll(() => measured.stop());

beforeEach(() => {
  texts = [];
});

const by = (path: string, token: string): string => `${path}${path.includes('?') ? '&' : '?'}link=${token}`;

interface Sending {
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

const ask = (path: string, { headers = {}, method = 'GET' }: Sending = {}) =>
  exchange(service.address + path, { method, headers });

const headersOf = ({ accessKey, secretKey }: Keys) => ({ 'x-access-key': accessKey, 'x-secret-key': secretKey });

const statusOf = async (path: string, sending?: Sending): Promise<number> => (await ask(path, sending)).status;

/** The secret part of the link. */
const secretOf = (token: string): string => token.split('.')[1] ?? token;

const uniqueIDs = (xml: string): string[] =>
  [...xml.matchAll(/<uniqueID>(\w+)<\/uniqueID>/g)].map(([, id = '']) => id).toSorted();

/** The element of a listing. */
const elementOf = (xml: string, uniqueID: string): string =>
  xml.split('<residential').find((text) => text.includes(`<uniqueID>${uniqueID}<`)) ?? '';

describe('a link (B79)', () => {
  it('is one text, which is listed without its secret, like every pair', async () => {
    expect(link).toMatch(/^adk_[0-9A-Za-z]{49}\.ads_[0-9A-Za-z]{49}$/);
    expect(link.startsWith(`${made.accessKey}.`)).toBe(true);
    await ask(by(CALENDAR, link));
    const { body } = await service.get<{ data: CredentialAnswer[] }>(
      `/api/v1/websites/${agency.websiteID}/credentials`,
    );
    expect(body.data.find(({ id }) => id === made.id)).toMatchObject({ scope: 'link', label: 'Calendar', own: false });
    expect(JSON.stringify(body)).not.toContain(secretOf(link));
    expect(
      await service.store.dataSource.query(`SELECT FROM credentials WHERE secret_hash = sha256('${secretOf(link)}')`),
    ).toHaveLength(1);
  });

  it('reads calendars exactly as a public pair of its account does, from the same cached responses', async () => {
    for (const path of [`${CALENDAR}?datefrom=2026-01-01`, ofListing(), `/v1${ofListing().slice(7)}`]) {
      const [forPublic, forLink] = [await ask(path, { headers: headersOf(visitor) }), await ask(by(path, link))];
      expect([forLink.status, forLink.text]).toEqual([200, forPublic.text]);
      expect(forLink.text).toContain('BEGIN:VEVENT');
      const tag = forPublic.headers.get('etag') ?? '';
      expect([tag !== '', forLink.headers.get('etag')]).toEqual([true, tag]);
      expect(await statusOf(by(path, link), { headers: { 'if-none-match': tag } })).toBe(304);
      expect(forLink.headers.get('cache-control')).toBe('private, no-cache');
      expect(forLink.headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect(await measured.value('response_cache_requests_total', { outcome: 'hit' })).toBeGreaterThanOrEqual(2);
  });

  it('exports what visitors see, of its account and its sub-accounts', async () => {
    const { status, text, headers } = await ask(by(EXPORT(), link));
    expect([status, uniqueIDs(text)]).toEqual([200, ['HIDDEN', 'PLACELESS', 'SHOWN', 'SOLD']]);
    for (const hidden of ['Secret', '>77<', '987654', '765432', 'crm.example', 'PERSON7'])
      expect(text).not.toContain(hidden);
    expect(elementOf(text, 'PLACELESS')).not.toMatch(/Richmond|3121/);
    for (const id of ['HIDDEN', 'SHOWN']) expect(elementOf(text, id)).toContain('Richmond');
    expect(text).toContain('654321');
    expect(text).toContain('<name>Rita Ray</name>');
    expect(headers.has('changes-cursor')).toBe(false);
    const { text: whole } = await ask(EXPORT(), { headers: headersOf(agency) });
    for (const own of ['Secret', '987654', '765432', 'crm.example', 'PERSON7']) expect(whole).toContain(own);
    expect(uniqueIDs(whole)).toEqual(['HIDDEN', 'OFFMARKET', 'PLACELESS', 'SHOWN', 'SOLD', 'WITHDRAWN']);
    const { text: ofSub } = await ask(by(`/v1/export/listings.xml?websiteID=${sub.websiteID}`, link));
    expect(uniqueIDs(ofSub)).toEqual(['SUBHOME']);
    const [current, ended, expected] = [`${EXPORT()}&status=current`, `${EXPORT()}&status=sold,leased`, ['SOLD']];
    expect(uniqueIDs((await ask(by(current, link))).text)).toEqual(['HIDDEN', 'PLACELESS', 'SHOWN']);
    expect(uniqueIDs((await ask(by(ended, link))).text)).toEqual(expected);
    expect(uniqueIDs((await ask(by(`${EXPORT()}&minPrice=900000`, link))).text)).toEqual([]);
  });

  it('exports nothing of other accounts, no changes, and no listings that are not shown', async () => {
    const ofSub = await createCredential(service, sub, { scope: 'link' });
    expect(await statusOf(by(EXPORT(), ofSub.secretKey))).toBe(403);
    const of = (id: number) => by(`/api/v1/export/listings.xml?websiteID=${id}`, link);
    expect([await statusOf(of(other.websiteID)), await statusOf(of(999_999))]).toEqual([403, 403]);
    expect(await statusOf(by(`${EXPORT()}&since=now`, link))).toBe(403);
    expect(await statusOf(by(`${EXPORT()}&status=withdrawn`, link))).toBe(403);
    expect(await statusOf(by(`${EXPORT()}&status=current,offmarket`, link))).toBe(403);
    expect(await statusOf(by(EXPORT().replace(/\?.*/, ''), link))).toBe(400);
    expect(await statusOf(EXPORT(), { headers: headersOf(visitor) })).toBe(403);
  });

  it('opens exactly the operations that declare it', async () => {
    const { paths } = makeDocument(service.app);
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      (['get', 'post', 'put', 'delete'] as const).flatMap((method) =>
        item[method] && item[method].security?.length !== 0 ? [{ path, method, security: item[method].security }] : [],
      ),
    );
    const declared = operations.filter(({ security = [] }) => security.some((one) => 'link' in one));
    expect(declared.map(({ path }) => path).toSorted()).toEqual([
      '/api/v1/export/listings.xml',
      CALENDAR,
      '/api/v1/listings/{id}/inspections.ics',
    ]);
    const open: string[] = [];
    for (const { path, method } of operations) {
      const target = path.replaceAll(/\{\w+\}/g, '1');
      const sent = { method: method.toUpperCase(), headers: headersOf(operator) };
      if ((await statusOf(by(target, link), { method: sent.method })) !== 401) open.push(path);
      // An unknown parameter as before; lists of accounts have a filter of this name.
      const isFilter = /^\/api\/v1\/websites(\/geojson)?$|^\/api\/v1\/export\/accounts/.test(path) && method === 'get';
      if (!isFilter)
        expect({ path, method, status: await statusOf(by(target, link), sent) }).toEqual({ path, method, status: 400 });
    }
    expect(open.toSorted()).toEqual(declared.map(({ path }) => path).toSorted());
  });

  it('is not valid in headers, and no pair is valid as a link', async () => {
    const [accessKey = '', secretKey = ''] = link.split('.');
    for (const path of ['/api/v1/auth/me', CALENDAR, '/api/v1/listings'])
      expect(await statusOf(path, { headers: headersOf({ accessKey, secretKey }) })).toBe(401);
    expect(await statusOf(CALENDAR, { headers: headersOf({ accessKey: link, secretKey: link }) })).toBe(401);
    for (const scope of ['public', 'read', 'full']) {
      const pair = await createCredential(service, other, { scope });
      expect(await statusOf(by(CALENDAR, `${pair.accessKey}.${pair.secretKey}`))).toBe(401);
    }
    expect(await statusOf(by(CALENDAR, `${operator.accessKey}.${operator.secretKey}`))).toBe(401);
  });

  it('is given once, alone, and by this name only', async () => {
    const wrong = link.replace('.ads_', '.ads_0');
    const another = (await createCredential(service, other, { scope: 'link' })).secretKey;
    const crossed = `${made.accessKey}.${secretOf(another)}`;
    for (const token of ['', '%00', '%zz', '.', 'a', 'x'.repeat(10_000), wrong, crossed, `${link}x`, made.accessKey])
      expect({ token, status: await statusOf(by(CALENDAR, token)) }).toEqual({ token, status: 401 });
    const { accessKey, secretKey } = visitor;
    const cases: [status: number, path: string, headers?: Record<string, string>][] = [
      [400, by(by(CALENDAR, link), link)],
      [400, by(by(CALENDAR, link), 'b')],
      [400, by(CALENDAR, link), { 'x-access-key': accessKey, 'x-secret-key': secretKey }],
      [400, by(CALENDAR, link), { 'x-secret-key': secretKey }],
      [200, by(by(CALENDAR, ''), link)],
      [200, by(CALENDAR, ''), headersOf(visitor)],
      [200, `${CALENDAR}?%6cin%6B=${link.replace('.', '%2E')}`],
      [200, `${CALENDAR}/?link=${link}`],
      [200, `/v1/inspections.ics?&link=${link}&`],
      [401, `${CALENDAR}?Link=${link}`],
      [401, `${CALENDAR}?link[]=${link}`],
      [404, `/api/v1/inspections.ICS?link=${link}`],
      [404, `/api/v1/inspections.ics%3Flink=${link}`],
      [400, `${CALENDAR}?link=${link}&zz=1`],
    ];
    for (const [status, path, headers = {}] of cases)
      expect({ path, status: await statusOf(path, { headers }) }).toEqual({ path, status });
    expect(await statusOf(by(CALENDAR, link), { method: 'HEAD' })).toBe(200);
    expect(await statusOf(by(EXPORT(), link), { method: 'HEAD' })).toBe(200);
    for (const method of ['OPTIONS', 'POST', 'DELETE'])
      expect(await statusOf(by(CALENDAR, link), { method })).toBe(405);
  });
});

describe('the secret of a link', () => {
  it('is in no response, log line or metric', async () => {
    const answers: { status: number; text: string; headers: Headers }[] = [];
    const fetched = async (path: string, sending?: Sending) => answers.push(await ask(path, sending));
    await fetched(by(`${CALENDAR}?limit=1`, link));
    await fetched(by('/api/v1/listings/999999/inspections.ics', link));
    await fetched(by(`${CALENDAR}?zz=1`, link), { headers: { referer: service.address + by(CALENDAR, 'none') } });
    await fetched(by(by(CALENDAR, link), link));
    await fetched(by('/api/v1/unknown.ics', link));
    // The filter of accounts by their website repeats its value in links to pages, and only there.
    await ask(by('/api/v1/websites', link), { headers: headersOf(operator) });
    await fetched(by('/api/v1/listings', link), { headers: headersOf(operator) });
    await fetched(`/api/v1/inspections.ics%3Flink=${link.replace('ads_', 'ads%5F')}`);
    await fetched(by(ofListing(), `${link}x`));
    await fetched(`/api/v1/${link}`);
    const runner = service.store.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE listings IN ACCESS EXCLUSIVE MODE');
    await fetched(by(`${CALENDAR}?state=NSW`, link));
    await runner.rollbackTransaction();
    await runner.release();
    for (let at = 0; at <= LIMIT; at++) await fetched(by(`${CALENDAR}?state=WA`, link));
    // Only requests with a link are known to have one; the service knows no link on unknown paths.
    for (const { status, headers } of answers.filter(({ headers: of }) => of.has('referrer-policy'))) {
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe(status === 200 ? 'private, no-cache' : 'no-store');
    }
    expect(answers.filter(({ headers }) => !headers.has('referrer-policy')).map(({ status }) => status)).toEqual([
      404, 400, 404, 404,
    ]);
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 400, 401, 404, 429, 503]));
    await expect.poll(() => texts.filter((text) => text.includes('"msg":"request')).length).toBe(answers.length + 1);
    const all = [...texts, ...answers.flatMap(({ text, headers }) => [text, JSON.stringify([...headers])])];
    all.push(await measured.text());
    expect(all.filter((text) => text.includes(secretOf(link)))).toEqual([]);
    expect(all.filter((text) => text.includes('link=adk_'))).toEqual([]);
    expect(texts.some((text) => text.includes('"key":"Calendar"'))).toBe(true);
  });
});
