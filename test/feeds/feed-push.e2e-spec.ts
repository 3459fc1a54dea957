import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { inSession, lockSession } from '@app/sql';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, feedOf } from '../support/feed-texts.js';
import { entryOf } from '../support/feed-entries.js';
import {
  type AccountAnswer,
  type Answer,
  createAccount,
  createSubAccount,
  expectProblem,
  type Keys,
  listingLine,
  operator,
  type Problem,
  seed,
  send,
  specService,
  storeCredential,
  suburbLine,
} from '@testing';

interface Run {
  readonly id: number;
  readonly state: string;
  readonly fatal: string | null;
  readonly problems: readonly { uniqueID: string; line: number }[];
  readonly [field: string]: unknown;
}

const XML = { 'content-type': 'application/xml' };
const NDJSON = { 'content-type': 'application/x-ndjson' };

const service = specService({ bodySeconds: 1 });
let main: AccountAnswer;
let sub: AccountAnswer;
let other: AccountAnswer;

beforeAll(async () => {
  main = await createAccount(service, { feedAgentIDs: ['EAST'] });
  sub = await createSubAccount(service, main);
  other = await createAccount(service);
  await seed(service, { suburbs: [suburbLine('Richmond VIC 3121')] });
});

const entry = (uniqueID: string, more = '') =>
  entryOf(`${ADDRESS.replace('39', uniqueID)}${more}`).replace('>1<', `>${uniqueID}<`);
const feed = (...ids: string[]) => feedOf(...ids.map((id) => entry(id)));

const push = (body: string, as: Keys = operator, query = '', headers: Record<string, string> = XML) =>
  service.post<Run & Problem>(`/api/v1/feeds${query}`, body, { as, headers });

/** The run of a response, once it has ended. */
async function ended({ headers, status, body }: Answer<Run & Problem>, on = service): Promise<Run> {
  expect({ status, code: body.code }).toEqual({ status: 202, code: undefined });
  expect(body).toMatchObject({ state: 'waiting', endedAt: null, problems: [] });
  const path = new URL(headers.get('location') ?? '', service.address).pathname;
  const read = async () => (await on.get<Run>(path)).body;
  await expect.poll(async () => (await read()).state).toMatch(/done|failed/);
  return read();
}

/** The runs of several responses, polled one after another. */
async function allEnded(answers: readonly Answer<Run & Problem>[]): Promise<Run[]> {
  const runs: Run[] = [];
  for (const answer of answers) runs.push(await ended(answer));
  return runs;
}

const listed = async (websiteID: number) =>
  (await service.get<{ total: number }>(`/api/v1/listings?websiteID=${websiteID}`)).body.total;

const uploads = async () => {
  const [row] = await service.store.dataSource.query<{ count: string }[]>('SELECT count(*) FROM feed_uploads');
  return Number(row?.count);
};

describe('POST /api/v1/feeds (B41)', () => {
  it('accepts the feed of an account, and its run has the whole report', async () => {
    const bad = '<features><bedrooms>many</bedrooms></features>';
    const run = await ended(await push(feedOf(entry('1'), entry('2', bad)), main));
    const shown = { websiteID: main.websiteID, file: 'feed.xml', content: 'reaxml', created: 2, mode: 'changes' };
    expect(run).toMatchObject({ ...shown, state: 'done', dryRun: false, fatal: null });
    expect(run.problems).toMatchObject([{ uniqueID: '2', element: 'bedrooms', problem: '"many" is not a number' }]);
    expect(run.problems[0]?.line).toBeGreaterThan(1);
    expect(await listed(main.websiteID)).toBe(2);
    expect((await service.get(`/api/v1/feeds/${run.id}`, { as: main })).status).toBe(200);
    expect(await uploads()).toBe(0);
    const { body } = await service.get<{ data: object[] }>(`/api/v1/audit?resource=feed`, { as: main });
    const imported = { action: 'import', resourceID: run.id, authorWebsiteID: main.websiteID, counts: { created: 2 } };
    expect(body.data[0]).toMatchObject(imported);
  });

  it('accepts feeds for a sub-account from its main account, and for any account from the operator', async () => {
    expect(await ended(await push(feed('1'), main, `?websiteID=${sub.websiteID}`))).toMatchObject({ created: 1 });
    expect(await ended(await push(feed('1'), operator, `?websiteID=${other.websiteID}`))).toMatchObject({ created: 1 });
  });

  it('assigns the feed of the operator by its agentIDs if it names no account', async () => {
    const xml = feedOf(entry('77').replace(/<agentID>[^<]*/, '<agentID>east'), entry('78'));
    const run = await ended(await push(xml));
    expect(run).toMatchObject({ websiteID: null, created: 1, rejected: 1 });
    expect(run.problems).toMatchObject([{ element: 'agentID', uniqueID: '78' }]);
    const { body } = await service.get<{ data: Run[] }>('/api/v1/feeds?limit=1', { as: main });
    expect(body.data[0]).toMatchObject({ websiteID: main.websiteID, created: 1, rejected: 0 });
  });

  it('withdraws the listings that a full feed lacks', async () => {
    const full = await createAccount(service);
    await ended(await push(feed('1', '2', '3'), full, '?mode=full'));
    expect(await ended(await push(feed('1', '2'), full, '?mode=full'))).toMatchObject({ mode: 'full', withdrawn: 1 });
    const none = '?mode=full&agentID=XNWXNW&offer=sale,rent';
    expect(await ended(await push(feedOf(), full, none))).toMatchObject({ withdrawn: 0, unconfirmed: 2 });
    const moved = await push(feed('1').replace('D>1<', 'D>N1<'), full, '?match=address');
    expect(await ended(moved)).toMatchObject({ updated: 1 });
    expect(await ended(await push(feedOf(), full, `${none}&confirm=100000`))).toMatchObject({
      withdrawn: 2,
      unconfirmed: 0,
    });
  });

  it('answers a repeated Idempotency-Key with the same run, and another body with 422', async () => {
    const headers = { ...XML, 'idempotency-key': 'feed-1' };
    const first = await push(feed('90'), other, '', headers);
    const again = await push(feed('90'), other, '', headers);
    expect(again.body.id).toBe(first.body.id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expectProblem(await push(feed('91'), other, '', headers), 422, 'IDEMPOTENCY_KEY_REUSED');
    await ended(first);
    expect(await uploads()).toBe(0);
  });

  it('ends the run of a body that is no REAXML as failed, with nothing changed', async () => {
    for (const body of ['<html/>', feed('1').slice(0, -5), 'x', '\0'])
      expect(await ended(await push(body, main))).toMatchObject({ state: 'failed', created: 0, fatal: /./ });
  });

  it('imports the feeds of an account in order of arrival', async () => {
    const headlines = Array.from({ length: 6 }, (_, at) => `Number ${at}`);
    const runs: Answer<Run & Problem>[] = [];
    for (const headline of headlines) {
      runs.push(await push(feedOf(entry('5', `<headline>${headline}</headline>`)), main));
    }
    await allEnded(runs);
    const { body } = await service.get<{ data: object[] }>('/api/v1/listings?uniqueID=5&status=all', { as: main });
    expect(body.data[0]).toMatchObject({ headline: 'Number 5' });
  });

  it('accepts lines of a bundle from the operator', async () => {
    const line = JSON.stringify(listingLine(other.websiteID));
    const run = await ended(await push(`${line}\n{"x":1}\n`, operator, '?kind=listings', NDJSON));
    expect(run).toMatchObject({ content: 'listings', file: 'listings.ndjson', created: 1, rejected: 1 });
    expect(run.problems[0]).toMatchObject({ line: 2, element: 'x', done: 'rejected' });
    const tried = await ended(await push(line, operator, '?kind=listings&dryRun=true', NDJSON));
    expect(tried).toMatchObject({ unchanged: 1, dryRun: true });
  });
});

describe('a feed that is compressed with gzip', () => {
  const GZIP = { 'content-encoding': 'gzip' };
  const packed = (text: string) => gzipSync(text);

  it('is imported, also in pieces and of several members', async () => {
    const xml = feed('81', '82');
    const [head, tail] = [packed(xml.slice(0, 200)), packed(xml.slice(200))];
    const before = await listed(main.websiteID);
    const answers = [
      await sent([packed(xml)], 0, GZIP),
      await sent([head, tail], 0, { 'content-encoding': 'X-GZip' }),
      await sent(
        [...packed(xml)].map((byte) => Buffer.from([byte])),
        0,
        GZIP,
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await expect.poll(uploads).toBe(0);
    expect(await listed(main.websiteID)).toBe(before + 2);
    const { body } = await service.get<{ data: Run[] }>('/api/v1/feeds?limit=3', { as: main });
    expect(body.data.map(({ unchanged }) => unchanged)).toEqual([2, 2, 0]);
  });

  it('is the same request as uncompressed', async () => {
    const key = { 'idempotency-key': 'feed-gzip' };
    const one = await sent([packed(feed('83'))], 0, { ...GZIP, ...key });
    expect(await sent([Buffer.from(feed('83'))], 0, key)).toEqual(one);
    await expect.poll(uploads).toBe(0);
  });

  it('is refused if it is damaged', async () => {
    for (const bytes of [Buffer.from(feed('84')), packed(feed('84')).subarray(0, -4)]) {
      const answer = await sent([bytes], 0, GZIP);
      expect(answer).toMatchObject({
        status: 400,
        code: 'MALFORMED_REQUEST',
        detail: expect.stringContaining('gzip') as string,
      });
    }
    expect(await uploads()).toBe(0);
  });
});

describe('a feed that is refused', () => {
  it('is answered before its body is read, with every fault', async () => {
    const forbidden: [Keys, string, Record<string, string>][] = [
      [sub, `?websiteID=${main.websiteID}`, XML],
      [main, `?websiteID=${other.websiteID}`, XML],
      [main, '?kind=listings', NDJSON],
      [await storeCredential(service, main, 'read'), '', XML],
      [await storeCredential(service, main, 'public'), '', XML],
    ];
    for (const [as, query, headers] of forbidden)
      expectProblem(await push(feed('1'), as, query, headers), 403, 'FORBIDDEN');
    expectProblem(await push(feed('1'), operator, '?websiteID=2000000000'), 404, 'NOT_FOUND');
    const faulty = await push(feed('1'), main, '?mode=all&dryRun=2&website=1&kind=x');
    expectProblem(faulty, 400, 'INVALID_PARAMETERS');
    expect(faulty.body.errors?.map(({ parameter }) => parameter)).toEqual(['mode', 'dryRun', 'website', 'kind']);
    const partial = await push(feed('1'), main, '?agentID=A&offer=rent&confirm=1&match=address&kind=listings');
    expect(partial.body.errors?.map(({ parameter }) => parameter)).toEqual(['kind', 'agentID', 'offer', 'confirm']);
    const query = `?mode=full&websiteID=${main.websiteID}&agentID=A&match=address`;
    const bundle = await push('{}', operator, query, NDJSON);
    expect(bundle.body.errors?.map(({ parameter }) => parameter)).toEqual([
      'kind',
      'mode',
      'websiteID',
      'agentID',
      'match',
    ]);
    expect((await push(feed('1'), main, '?kind=listings')).body.code).toBe('INVALID_PARAMETERS');
    for (const type of ['application/json', 'text/plain', '', 'x', 'multipart/form-data; boundary=x'])
      expectProblem(await push(feed('1'), main, '', { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    for (const coding of ['br', 'deflate', 'gzip, gzip', 'x']) {
      const packed = await push(feed('1'), main, '', { ...XML, 'content-encoding': coding });
      expectProblem(packed, 415, 'UNSUPPORTED_MEDIA_TYPE');
      expect(packed.headers.get('accept-encoding')).toBe('gzip, identity');
    }
    expectProblem(await send(service, 'POST', '/api/v1/feeds', { headers: XML }), 400, 'MALFORMED_REQUEST');
    expect(await uploads()).toBe(0);
  });

  it('is too large above 100 MB; the rest is not read', async () => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    const large = await sent(Array.from({ length: 101 }, () => piece));
    expect(large).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
    expect(await uploads()).toBe(0);
  });

  it('may be slow, but not idle', async () => {
    const xml = feed('61');
    const parts = [0, 1, 2, 3, 4].map((at) => xml.slice((at * xml.length) / 5, ((at + 1) * xml.length) / 5));
    expect(
      await sent(
        parts.map((part) => Buffer.from(part)),
        500,
      ),
    ).toMatchObject({ status: 202 });
    expect(await sent([Buffer.from('<propertyList>'), Buffer.from('</propertyList>')], 3_000)).toMatchObject({
      status: 408,
      code: 'REQUEST_TIMEOUT',
    });
    expect(await uploads()).toBeLessThan(2);
  });

  it('leaves nothing if the sender disconnects', async () => {
    const runs = async () => (await service.get<{ total: number }>('/api/v1/feeds')).body.total;
    const before = await runs();
    const gone = new AbortController();
    const halves = async function* () {
      yield Buffer.alloc(2 * 1024 * 1024, 'x');
      await sleep(200);
      gone.abort();
      yield Buffer.from('never');
    };
    const half = request(`${service.address}/api/v1/feeds?websiteID=${main.websiteID}`, {
      method: 'POST',
      headers: { ...keysOf(operator), ...XML },
      body: Readable.from(halves()),
      signal: gone.signal,
    });
    await expect(half).rejects.toThrow(/abort/i);
    await expect.poll(uploads).toBe(0);
    expect(await runs()).toBe(before);
  });

  it('has too many waiting feeds of its account', async () => {
    const account = await createAccount(service);
    const waiting: Answer<Run & Problem>[] = [];
    // Another process imports, and takes long.
    await inSession(service.store.dataSource, async (session) => {
      await lockSession(session, 'sentFeeds');
      for (let at = 0; at < 20; at += 1) waiting.push(await push(feed(`w${at}`), account));
      const refused = await push(feed('1'), account);
      expectProblem(refused, 429, 'TOO_MANY_FEEDS');
      expect(refused.headers.get('retry-after')).toBe('30');
      const branch = await createSubAccount(service, account);
      expectProblem(await push(feed('1'), branch), 429, 'TOO_MANY_FEEDS');
      waiting.push(await push(feed('1'), other));
      expect(await uploads()).toBe(21);
      // root has a password
      const [found] = await service.store.dataSource.query<{ count: string }[]>(
        `SELECT count(*) FROM feed_upload_chunks WHERE position('secret'::bytea IN bytes) > 0`,
      );
      expect(found?.count).toBe('0');
    });
    await allEnded(waiting);
    expect((await push(feed('1'), account)).status).toBe(202);
  });
});

describe('the importing process', () => {
  it('alternates between owners, with dry runs last', async () => {
    const [one, two] = [await createAccount(service), await createAccount(service)];
    const branch = await createSubAccount(service, one);
    const answers: Answer<Run & Problem>[] = [];
    await inSession(service.store.dataSource, async (session) => {
      await lockSession(session, 'sentFeeds');
      answers.push(await push(feed('1'), branch, '?dryRun=true'));
      for (const as of [one, one, branch, two]) answers.push(await push(feed('1'), as));
    });
    const runs = await allEnded(answers);
    const order = runs.toSorted((a, b) => String(a.endedAt).localeCompare(String(b.endedAt)));
    expect(order.map((run) => runs.indexOf(run))).toEqual([1, 4, 2, 0, 3]);
  });

  it('continues the feeds of a former process', async () => {
    const account = await createAccount(service);
    const first = await service.replica();
    const many = Array.from({ length: 60 }, (_, at) => String(at));
    const answers = await Promise.all(
      [0, 1, 2].map((at) =>
        first.post<Run & Problem>('/api/v1/feeds', feed(...many, `x${at}`), { as: account, headers: XML }),
      ),
    );
    await first.stop();
    const second = await service.replica();
    await allEnded(answers);
    expect(await listed(account.websiteID)).toBe(63);
    expect(await uploads()).toBe(0);
    await second.stop();
  });
});

describe('GET /api/v1/feeds', () => {
  it.each([
    ['state=failed', ({ state }: Run) => state === 'failed'],
    ['outcome=withdrawn', ({ withdrawn }: Run) => withdrawn !== 0],
    ['outcome=created,unchanged', ({ created, unchanged }: Run) => created !== 0 || unchanged !== 0],
    ['hasProblems=true', ({ problems, fatal }: Run) => problems.length > 0 || fatal !== null],
    ['hasProblems=false', ({ problems, fatal }: Run) => problems.length === 0 && fatal === null],
    ['uniqueID=78', ({ problems }: Run) => problems.some(({ uniqueID }) => uniqueID === '78')],
  ])('%s', async (query, matches) => {
    const all = await service.get<{ data: Run[] }>('/api/v1/feeds?limit=100');
    const whole = await Promise.all(
      all.body.data.map(async ({ id }) => (await service.get<Run>(`/api/v1/feeds/${id}`)).body),
    );
    const found = await service.get<{ data: Run[] }>(`/api/v1/feeds?limit=100&${query}`);
    expect(found.body.data.map(({ id }) => id)).toEqual(whole.filter(matches).map(({ id }) => id));
    expect(found.body.data.length).toBeGreaterThan(0);
  });

  it('filters by time', async () => {
    const total = async (query: string) => (await service.get<{ total: number }>(`/api/v1/feeds?${query}`)).body.total;
    expect(await total('since=2000-01-01&until=2099-12-31')).toBeGreaterThan(0);
    expect(await total('until=2000-01-01')).toBe(0);
    expect(await total('since=2099-01-01')).toBe(0);
  });
});

const keysOf = ({ accessKey, secretKey }: Keys) => ({ 'x-access-key': accessKey, 'x-secret-key': secretKey });

/** Sends pieces one after another, in chunks. */
async function sent(pieces: readonly Buffer[], pauseMs = 0, more: Record<string, string> = {}) {
  const body = async function* () {
    for (const piece of pieces) {
      yield piece;
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const answer = await request(`${service.address}/api/v1/feeds?websiteID=${main.websiteID}`, {
    method: 'POST',
    headers: { ...keysOf(operator), ...XML, ...more },
    body: Readable.from(body()),
  });
  const { code, detail, id } = (await answer.body.json()) as { code?: string; detail?: string; id?: number };
  return { status: answer.statusCode, code, detail, id };
}
