import { randomUUID } from 'node:crypto';
import { OldEnquiriesJob } from '@app/enquiries';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HookClock } from '../libs/hooks/src/delivery/hook-clock.js';
import { behaviours, startReceiver, type Receiver } from '../libs/hooks/src/receiver.support.js';
import { accountBody, createAccount, createSubAccount, type AccountAnswer } from './factories/account.factory.js';
import { createOperatorPair, storeCredential } from './factories/credential.factory.js';
import { listingLine } from './factories/listing.factory.js';
import { seed } from './support/seed.js';
import { expectProblem, send, type Problem } from './support/send.js';
import { operator, TestService, type Answer, type Keys } from './support/service.js';

interface Enquiry {
  readonly _id: string;
  readonly id: number;
  readonly listingID: number;
  readonly websiteID: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly message: string;
  readonly createdAt: string;
}

type Created = Answer<{ readonly message: string; readonly enquiry: Enquiry } & Problem>;
type Listed = Answer<
  { readonly data: Enquiry[]; readonly total: number; readonly nextCursor?: string | null } & Problem
>;

interface Sent {
  readonly as?: Keys | null;
  readonly from?: string;
  readonly key?: string;
}

/** Posts of the flood from one address, and at the same time. */
const FLOOD = Number(process.env['ENQUIRY_POSTS'] ?? 300);
const AT_ONCE = 50;
const BODY = { name: 'Ann Visitor', email: 'ann@visitor.example', message: 'Is it quiet?', consent: true };
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const ORIGIN = 'https://agency.example';

let service: TestService;
let replica: TestService;
let receiver: Receiver;
let clock: HookClock;
let main: AccountAnswer;
let sub: AccountAnswer;
let stranger: AccountAnswer;
let visitor: Keys;
let subVisitor: Keys;
let strangerVisitor: Keys;
let namedReader: Keys;
/** A current listing of the main account that its sub-account shows as well, one that it does not, and a withdrawn one. */
const [SHOWN, OTHER, WITHDRAWN] = [11, 12, 13];
let addresses = 0;

beforeAll(async () => {
  receiver = await startReceiver();
  const settings = { trustProxy: ['loopback'], corsOrigins: [ORIGIN], hooksAllow: [receiver.origin] };
  service = await TestService.start({ ...settings, hooks: 'on' });
  clock = service.app.get(HookClock);
  clock.tickMs = 10;
  replica = await service.replica(settings);
  main = await createAccount(service);
  sub = await createSubAccount(service, main);
  await service.put(`/api/v1/websites/${sub.websiteID}`, {
    subsiteDetails: { mainWebsiteID: main.websiteID, listingSource: 'officeID', listingOfficeIDs: ['EAST'] },
  });
  stranger = await createAccount(service);
  [visitor, subVisitor, strangerVisitor] = [
    await storeCredential(service, main, 'public'),
    await storeCredential(service, sub, 'public'),
    await storeCredential(service, stranger, 'public'),
  ];
  namedReader = await createOperatorPair(service, 'read', 'Portal');
  await seed(service, {
    listings: [
      listingLine(main.websiteID, { id: SHOWN, agentID: 'EAST', uniqueID: 'L11' }),
      listingLine(main.websiteID, { id: OTHER, agentID: 'WEST', uniqueID: 'L12' }),
      listingLine(main.websiteID, { id: WITHDRAWN, agentID: 'EAST', uniqueID: 'L13', status: 'withdrawn' }),
    ],
  });
});

beforeEach(async () => {
  await query('DELETE FROM enquiries');
  await query('DELETE FROM audit_log');
});

afterEach(() => {
  receiver.received.length = 0;
  receiver.behaviour = behaviours.answers();
});

afterAll(async () => {
  await replica.stop();
  await service.stop();
  await receiver[Symbol.asyncDispose]();
});

const query = <Row = unknown>(statement: string, values: unknown[] = []) =>
  service.store.dataSource.query<Row[]>(statement, values);

const somebody = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`;

const pathOf = (listing: number | string) => `/api/v1/listings/${listing}/enquiries`;

const post = (
  listing: number | string,
  body: unknown = BODY,
  { as = visitor, from = somebody(), key }: Sent = {},
  on = service,
): Promise<Created> =>
  on.post(pathOf(listing), body, {
    as,
    headers: { 'x-forwarded-for': from, ...(key !== undefined && { 'idempotency-key': key }) },
  });

/** A new enquiry. */
async function ask(body: object = {}, sent?: Sent, listing: number | string = SHOWN): Promise<Enquiry> {
  const answer = await post(listing, { ...BODY, ...body }, sent);
  expect(answer.status).toBe(201);
  return answer.body.enquiry;
}

const list = (search = '', as: Keys = main): Promise<Listed> => service.get(`/api/v1/enquiries${search}`, { as });
const idsOf = async (search: string, as?: Keys) => (await list(search, as)).body.data.map(({ id }) => id);

const stored = async () => Number((await query<{ count: string }>('SELECT count(*) FROM enquiries'))[0]?.count);

describe('POST /api/v1/listings/{id}/enquiries (B55)', () => {
  it('stores the enquiry with the account of the listing, by a key of a browser, of a server, or of the operator', async () => {
    const { status, headers, body } = await post(SHOWN, { ...BODY, phone: '0400 000 001', website: '' });
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store, no-transform']);
    const { enquiry } = body;
    expect(body).toEqual({
      message: 'Enquiry created',
      enquiry: {
        _id: expect.stringMatching(/^[\da-f-]{36}$/),
        id: expect.any(Number),
        listingID: SHOWN,
        websiteID: main.websiteID,
        name: BODY.name,
        email: BODY.email,
        phone: '0400 000 001',
        message: BODY.message,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    expect(await ask({ email: undefined, phone: '1' }, { as: main }, 'L11')).toMatchObject({ email: '', phone: '1' });
    expect(await ask({}, { as: subVisitor })).toMatchObject({ websiteID: main.websiteID });
    expect(await ask({}, { as: operator }, WITHDRAWN)).toMatchObject({ listingID: WITHDRAWN });
    expect((await list()).body.data).toContainEqual(enquiry);
  });

  it('is not of listings that the account does not show, or that the key does not see', async () => {
    const uid = (await service.get<{ _id: string }>(`/api/v1/listings/${SHOWN}`)).body._id;
    expect((await ask({}, {}, uid)).listingID).toBe(SHOWN);
    for (const [listing, as] of [
      [SHOWN, strangerVisitor],
      [uid, strangerVisitor],
      ['L11', strangerVisitor],
      [SHOWN, stranger],
      [OTHER, subVisitor],
      [WITHDRAWN, visitor],
      ['L13', visitor],
      [9_999, visitor],
      ['99999999999', visitor],
      [randomUUID(), visitor],
      ['nothing', operator],
      ['%00', visitor],
    ] as const) {
      expectProblem(await post(listing, BODY, { as }), 404, 'NOT_FOUND');
      if (as === visitor) expect((await service.get(`/api/v1/listings/${listing}`, { as })).status).toBe(404);
    }
    expect(await stored()).toBe(1);
  });

  it('is refused to keys that only read, and without keys', async () => {
    for (const as of [await storeCredential(service, main, 'read'), namedReader]) {
      expectProblem(await post(SHOWN, BODY, { as }), 403, 'FORBIDDEN');
    }
    expectProblem(await post(SHOWN, BODY, { as: null }), 401, 'UNAUTHENTICATED');
    expect(await stored()).toBe(0);
  });

  it('names every fault', async () => {
    const { body, ...answer } = await post(SHOWN, {});
    expectProblem({ body, ...answer }, 400, 'INVALID_BODY');
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { field: 'name', message: 'is required' },
        { field: 'message', message: 'is required' },
        { field: 'consent', message: 'is required' },
        { field: '', message: 'email or phone is required' },
      ]),
    );
    expect(body.errors).toHaveLength(4);
    const faulty = { name: '', email: 'ann', phone: 'none', message: ' ', consent: false, website: 'x', age: 1 };
    const fields = (await post(SHOWN, faulty)).body.errors?.map(({ field }) => field);
    expect(new Set(fields)).toEqual(new Set(Object.keys(faulty)));
    expect(await stored()).toBe(0);
  });

  const WRONG: Readonly<Record<keyof typeof BODY | 'phone' | 'website', readonly unknown[]>> = {
    name: ['', ' ', null, 1, [], {}, 'x'.repeat(101), 'A\r\nBcc: b@b.example', 'A\nB', 'A\0', '<b>Ann</b>', 'A\u0085B'],
    email: [
      'ann',
      1,
      {},
      'a@b.example\r\nBcc: c@c.example',
      'a@b.example\n',
      'a@b.example,c@c.example',
      '<a@b.example>',
    ],
    phone: ['call me', 1, '1\r\n2', '1'.repeat(51), '<a href="tel:1">1</a>'],
    message: [
      '',
      '\n',
      null,
      7,
      ['x'],
      'x'.repeat(4_001),
      'a\0',
      '<script>alert(1)</script>',
      'a</p',
      '<!-- x',
      '<?php',
      '<<b',
    ],
    consent: [false, null, 'true', 1, 'yes'],
    website: ['https://spam.example', 'x', ' ', 0, false],
  };

  it.each(Object.entries(WRONG))('names a wrong %s', async (field, values) => {
    for (const value of values) {
      const answer = await post(SHOWN, { ...BODY, phone: '1', [field]: value });
      expectProblem(answer, 400, 'INVALID_BODY');
      expect(answer.body.errors?.map((fault) => fault.field)).toEqual([field]);
      expect(JSON.stringify(answer.body)).not.toContain('script');
    }
    expect(await stored()).toBe(0);
  });

  it('refuses bodies that are none, and those that are huge', async () => {
    for (const body of ['', '[]', 'null', '"x"', '{', '{"name":"\ud800"}']) {
      expect((await post(SHOWN, body)).status).toBe(400);
    }
    expect((await post(SHOWN, { ...BODY, message: 'x'.repeat(500_000) })).status).toBe(400);
    expectProblem(await post(SHOWN, { ...BODY, message: 'x'.repeat(2_000_000) }), 413, 'BODY_TOO_LARGE');
    const form = await send(service, 'POST', pathOf(SHOWN), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=Ann',
    });
    expectProblem(form, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('stores other texts as they are', async () => {
    const message = `I <3 it: 2 < 3 <\n"quoted" 'x'; DROP TABLE enquiries; -- \\ \u202e${'🏠'.repeat(3_000)} <`;
    const name = "Zoë O'Brien-李 <3";
    const { id } = await ask({ name, message });
    expect((await service.get(`/api/v1/enquiries/${id}`, { as: main })).body).toMatchObject({ name, message });
  });
});

describe('the limits of enquiries', () => {
  const retryAfter = ({ headers }: Created) => Number(headers.get('retry-after'));

  it(
    `of an address are 10 an hour, by any of ${FLOOD} requests on two replicas, whatever they claim`,
    { timeout: 20_000 + 20 * FLOOD },
    async () => {
      const from = somebody();
      const statuses: number[] = [];
      for (let sent = 0; sent < FLOOD; sent += AT_ONCE) {
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, at) =>
            // The proxy appends the address that it sees to those that the client claims.
            post(at % 2 ? SHOWN : OTHER, BODY, { from: `192.0.2.${at}, ${from}` }, at % 3 ? service : replica),
          ),
        );
        statuses.push(...answers.map(({ status }) => status));
        for (const answer of answers.filter(({ status }) => status === 429)) {
          expectProblem(answer, 429, 'TOO_MANY_ENQUIRIES');
          expect(retryAfter(answer)).toBeGreaterThan(3_000);
          expect(retryAfter(answer)).toBeLessThanOrEqual(3_600);
        }
      }
      expect(statuses.filter((status) => status === 201)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - 10);
      expect(await stored()).toBe(10);
      expectProblem(await post(SHOWN, BODY, { from, as: main }), 429, 'TOO_MANY_ENQUIRIES');
      await query(`UPDATE enquiries SET created_at = created_at - interval '59 minutes'`);
      expect(retryAfter(await post(SHOWN, BODY, { from }))).toBeLessThanOrEqual(60);
      await query(`UPDATE enquiries SET created_at = created_at - interval '1 minute'`);
      expect((await post(SHOWN, BODY, { from })).status).toBe(201);
    },
  );

  it('of a listing are 100 a day, also by requests at the same time', async () => {
    await query(
      `INSERT INTO enquiries (uid, website_id, listing_id, name, email, phone, message)
       SELECT gen_random_uuid(), $1, $2, 'x', '', '1', 'x' FROM generate_series(1, 95)`,
      [main.websiteID, SHOWN],
    );
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => post(SHOWN, BODY, {}, at % 2 ? service : replica)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(AT_ONCE - 5);
    for (const answer of refused) {
      expect(answer.body.detail).toContain('A listing takes 100 enquiries a day');
      expect(retryAfter(answer)).toBeGreaterThan(86_000);
    }
    expect((await post(OTHER)).status).toBe(201);
    await query(`UPDATE enquiries SET created_at = created_at - interval '24 hours'`);
    expect((await post(SHOWN)).status).toBe(201);
  });
});

describe('an Idempotency-Key of a browser', () => {
  it('is allowed to other origins', async () => {
    const { status, headers } = await fetch(service.address + pathOf(SHOWN), {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,idempotency-key,x-access-key,x-secret-key',
      },
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
    expect(headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
  });

  it('stores the enquiry once; a visitor who guesses the key reads nothing of others', async () => {
    const key = randomUUID();
    const enquiry = await ask({}, { key });
    const again = await post(SHOWN, BODY, { key });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body.enquiry).toEqual(enquiry);
    for (const guess of [
      { ...BODY, name: 'Bob' },
      { ...BODY, message: 'x' },
      { ...BODY, email: 'b@b.example' },
    ]) {
      const refused = await post(SHOWN, guess, { key });
      expectProblem(refused, 422, 'IDEMPOTENCY_KEY_REUSED');
      expect(JSON.stringify(refused.body)).not.toContain(BODY.email);
    }
    expectProblem(await post(OTHER, BODY, { key }), 422, 'IDEMPOTENCY_KEY_REUSED');
    // Keys of other pairs are other keys.
    expect((await ask({}, { key, as: main })).id).not.toBe(enquiry.id);
    expect(await stored()).toBe(2);
  });

  it('does not pass the limits, and stores no refusal', async () => {
    const [from, key] = [somebody(), randomUUID()];
    for (let sent = 0; sent < 10; sent++) await ask({}, { from, key: randomUUID() });
    expectProblem(await post(SHOWN, BODY, { from, key }), 429, 'TOO_MANY_ENQUIRIES');
    expect((await post(SHOWN, BODY, { key })).status).toBe(201);
  });
});

describe('GET /api/v1/enquiries', () => {
  it('lists the enquiries of the own account to its full keys, and all to the operator, the newest first', async () => {
    const first = await ask();
    const second = await ask({ name: 'Bob' }, {}, OTHER);
    const uid = `/api/v1/enquiries/${first._id}`;
    expect((await list()).headers.get('cache-control')).toBe('no-store, no-transform');
    expect((await list()).body.data).toEqual([second, first]);
    expect(await idsOf('?sort=id')).toEqual([first.id, second.id]);
    for (const as of [operator, namedReader]) {
      expect(await idsOf('', as)).toEqual([second.id, first.id]);
      expect((await service.get(uid, { as })).body).toEqual(first);
      expect(await idsOf(`?websiteID=${stranger.websiteID}`, as)).toEqual([]);
      expect(await idsOf(`?websiteID=${main.websiteID}`, as)).toHaveLength(2);
    }
    for (const as of [sub, stranger]) {
      expect((await list('', as)).body).toMatchObject({ data: [], total: 0 });
      expect((await list(`?websiteID=${main.websiteID}`, as)).body.total).toBe(0);
      expectProblem(await service.get<Problem>(uid, { as }), 404, 'NOT_FOUND');
      expectProblem(await service.delete<Problem>(uid, { as }), 404, 'NOT_FOUND');
    }
    for (const as of [visitor, await storeCredential(service, main, 'read')]) {
      for (const path of ['/api/v1/enquiries', uid]) {
        expectProblem(await service.get<Problem>(path, { as }), 403, 'FORBIDDEN');
      }
      expectProblem(await service.delete<Problem>(uid, { as }), 403, 'FORBIDDEN');
    }
    expectProblem(await service.delete<Problem>(uid, { as: namedReader }), 403, 'FORBIDDEN');
    expect(await stored()).toBe(2);
  });

  it('is never compressed: a visitor could find out by its length what others have written', async () => {
    const { id } = await ask({ message: 'Is it quiet? '.repeat(200) });
    for (const path of ['/api/v1/enquiries', `/api/v1/enquiries/${id}`]) {
      const { headers } = await fetch(service.address + path, {
        headers: { 'x-access-key': main.accessKey, 'x-secret-key': main.secretKey, 'accept-encoding': 'gzip, br' },
      });
      expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual([null, 'no-store, no-transform']);
    }
  });

  it('finds by listing, time and id, by pages and cursors', async () => {
    const ids: number[] = [];
    for (const listing of [SHOWN, OTHER, SHOWN]) ids.unshift((await ask({}, {}, listing)).id);
    const [latest = 0, middle = 0, oldest = 0] = ids;
    await query(`UPDATE enquiries SET created_at = '2026-03-05T10:00:00Z' WHERE id = $1`, [oldest]);
    expect(await idsOf(`?listingID=${SHOWN}`)).toEqual([latest, oldest]);
    expect(await idsOf('?listingID=999')).toEqual([]);
    expect(await idsOf('?until=2026-03-05')).toEqual([oldest]);
    expect(await idsOf('?since=2026-03-06')).toEqual([latest, middle]);
    expect(await idsOf('?since=2026-03-05T10:00:00Z&until=2026-03-05T10:00:00Z')).toEqual([oldest]);
    expect(await idsOf(`?ids=${middle},${oldest}`)).toEqual([middle, oldest]);
    const page = await list('?limit=2&cursor=');
    expect(page.body.data.map(({ id }) => id)).toEqual([latest, middle]);
    expect(await idsOf(`?limit=2&cursor=${page.body.nextCursor}`)).toEqual([oldest]);
    expectProblem(await list('?listingID=x&since=then'), 400, 'INVALID_PARAMETERS');
  });
});

describe('an enquiry', () => {
  const messages = () => receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  const hook = ({ websiteID }: AccountAnswer) =>
    service.put(`/api/v1/websites/${websiteID}`, {
      hooks: [{ name: '', url: `${receiver.origin}/${websiteID}`, trigger: 'enquiry-created' }],
    });
  const unhook = ({ websiteID }: AccountAnswer) => service.put(`/api/v1/websites/${websiteID}`, { hooks: [] });

  const answersWith = async (text: string) => {
    const rows = await query<{ found: string }>(
      `SELECT 'retry' AS found FROM hook_retries WHERE body LIKE $1 UNION ALL
       SELECT 'log' FROM changes WHERE changes::text LIKE $1 UNION ALL
       SELECT 'audit' FROM audit_log WHERE audit_log::text LIKE $1`,
      [`%${text}%`],
    );
    return rows.map(({ found }) => found);
  };

  it('is sent to the hooks of its account alone, and is nowhere in the feed of changes', async () => {
    await hook(main);
    await hook(sub);
    const since = (await service.get('/api/v1/websites')).headers.get('changes-cursor') ?? '';
    const enquiry = await ask({ email: 'sent@visitor.example' }, { as: subVisitor });
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]?.path).toBe(`/${main.websiteID}`);
    expect(messages()).toMatchObject([
      { type: 'enquiry-created', data: { resource: 'enquiry', id: enquiry.id, websiteID: main.websiteID, enquiry } },
    ]);
    expect(messages()[0]).toMatchObject({ data: { url: `/api/v1/enquiries/${enquiry.id}`, kinds: ['created'] } });
    for (const as of [operator, main]) {
      const feed = await service.get(`/api/v1/changes?since=${since}&include=document`, { as });
      expect(feed.body).toMatchObject({ data: [], hasNext: false });
    }
    expect(await answersWith('sent@visitor.example')).toEqual([]);
    await unhook(sub);
    await unhook(main);
  });

  it('goes with everything that has its data, and is sent to nobody any more', async () => {
    receiver.behaviour = behaviours.answers(500);
    await hook(main);
    const key = randomUUID();
    const { id, _id } = await ask({ email: 'forget@visitor.example' }, { key });
    const kept = await ask({ email: 'keep@visitor.example' });
    const waiting = () => query('SELECT FROM hook_retries');
    await expect.poll(waiting).toHaveLength(2);
    expect(await answersWith('forget@visitor.example')).toEqual(['retry']);
    const removed = await service.delete<{ message: string }>(`/api/v1/enquiries/${_id}`, { as: main });
    expect(removed.body).toMatchObject({
      message: 'Enquiry deleted',
      enquiry: { id, email: 'forget@visitor.example' },
    });
    expect(await answersWith('forget@visitor.example')).toEqual([]);
    expect(await answersWith('keep@visitor.example')).toEqual(['retry']);
    expect(await query('SELECT FROM idempotent_answers WHERE key = $1', [key])).toEqual([]);
    expectProblem(await service.delete<Problem>(`/api/v1/enquiries/${id}`, { as: main }), 404, 'NOT_FOUND');
    // A worker that has failed to send it, and stores it only now.
    await query(
      `INSERT INTO hook_retries SELECT hook_id, 'late', type, replace(body, '"id":${kept.id},', '"id":${id},'), 1, now()
       FROM hook_retries`,
    );
    expect(await query(`SELECT FROM hook_retries WHERE message_id = 'late'`)).toEqual([]);
    // Nor is it sent again from the log, when the hook is tried again.
    clock.now = () => new Date(Date.now() + 60_000);
    receiver.behaviour = behaviours.answers();
    receiver.received.length = 0;
    const { body } = await service.get<{ data: { hookID: number }[] }>(`/api/v1/websites/${main.websiteID}/hooks`);
    await service.post(`/api/v1/websites/${main.websiteID}/hooks/${body.data[0]?.hookID}/replay`, { since: '1h' });
    await expect.poll(() => messages().filter(({ type }) => type === 'enquiry-created')).not.toEqual([]);
    await expect.poll(waiting).toEqual([]);
    clock.now = () => new Date();
    expect(JSON.stringify(messages())).toContain('keep@visitor.example');
    expect(JSON.stringify(messages())).not.toContain('forget@visitor.example');
    await unhook(main);
  });

  it('is in the audit log without its data, and without the address of a visitor', async () => {
    const from = somebody();
    const { id } = await ask({}, { from });
    await service.delete(`/api/v1/enquiries/${id}`, { as: main });
    const { body } = await service.get<{ data: object[] }>('/api/v1/audit', { as: main });
    const common = { resource: 'enquiry', resourceID: id, websiteID: main.websiteID, paths: [] };
    expect(body.data).toMatchObject([
      { ...common, action: 'delete', address: '127.0.0.1' },
      { ...common, action: 'create', address: null },
    ]);
    for (const text of [from, ...Object.values(BODY).map(String)].filter((one) => one !== 'true')) {
      expect(JSON.stringify(body)).not.toContain(text);
    }
  });

  it('ends no cached response', async () => {
    const path = `/api/v1/listings/${SHOWN}`;
    const before = await service.get(path);
    await ask();
    const after = await service.get(path, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } });
    expect(after.status).toBe(304);
    expect((await service.get('/api/v1/listings')).body).toMatchObject({ total: 2 });
  });

  it('outlives its listing, is deleted after so many days, and its address after an hour', async () => {
    const listing = listingLine(main.websiteID, { id: 21, uniqueID: 'L21' });
    await seed(service, { listings: [listing] });
    const { id } = await ask({}, {}, 21);
    await query('DELETE FROM listings WHERE id = 21');
    const old = await ask();
    const older = await ask();
    await query(`UPDATE enquiries SET created_at = now() - interval '364 days 23 hours' WHERE id = $1`, [old.id]);
    await query(`UPDATE enquiries SET created_at = now() - interval '365 days' WHERE id = $1`, [older.id]);
    await service.app.get(OldEnquiriesJob).prune();
    expect(await query('SELECT id, sender IS NULL AS cleared FROM enquiries ORDER BY id')).toEqual([
      { id, cleared: false },
      { id: old.id, cleared: true },
    ]);
    expect((await list()).body.data.map((one) => one.listingID)).toEqual([SHOWN, 21]);
  });

  it('goes with its account', async () => {
    const account = await createAccount(service, accountBody({ hooks: [] }));
    const listing = listingLine(account.websiteID, { id: 31, uniqueID: 'L31' });
    await seed(service, { listings: [listing] });
    const key = randomUUID();
    await ask({}, { as: account, key }, 31);
    const paths = [pathOf(31), '/api/v1/enquiries'];
    const runner = service.store.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('DELETE FROM listings WHERE id = 31');
    await runner.query('DELETE FROM accounts WHERE id = $1', [account.websiteID]);
    // It finds the listing, and waits for the account.
    const meanwhile = post(31, BODY, { as: operator });
    await expect.poll(() => query(WAITING), { timeout: 10_000 }).toHaveLength(1);
    await runner.commitTransaction();
    await runner.release();
    expectProblem(await meanwhile, 404, 'NOT_FOUND');
    expect(await stored()).toBe(0);
    expect(await query('SELECT FROM idempotent_answers WHERE key = $1', [key])).toEqual([]);
    expectProblem(await service.post<Problem>(paths[0] ?? '', BODY, { as: account }), 401, 'UNAUTHENTICATED');
    expectProblem(await service.get<Problem>(paths[1] ?? '', { as: account }), 401, 'UNAUTHENTICATED');
  });
});
