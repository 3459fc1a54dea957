import { randomUUID } from 'node:crypto';
import { OldEnquiriesJob } from '@app/enquiries';
import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../support/hook-receiver.js';
import {
  type AccountAnswer,
  accountBody,
  createAccount,
  expectProblem,
  Follower,
  listingLine,
  operator,
  type Problem,
  seed,
  storeCredential,
  waitsForLock,
} from '@testing';
import {
  BODY,
  ORIGIN,
  OTHER,
  SHOWN,
  ask,
  desk,
  idsOf,
  list,
  pathOf,
  post,
  query,
  somebody,
  stored,
  useEnquiryDesk,
} from './enquiry-desk.js';

useEnquiryDesk();

describe('the Idempotency-Key of a browser', () => {
  it('is allowed by CORS', async () => {
    const { status, headers } = await fetch(desk.service.address + pathOf(SHOWN), {
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

  it('stores the enquiry once; a visitor who guesses the key reads no data of others', async () => {
    const key = randomUUID();
    const enquiry = await ask({}, { key });
    const again = await post(SHOWN, BODY, { key });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body.enquiry).toEqual({ _id: enquiry._id });
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
    expect((await ask({}, { key, as: desk.main })).id).not.toBe(enquiry.id);
    expect(await stored()).toBe(2);
  });

  it('does not bypass the limits, and does not store a refusal', async () => {
    const [from, key] = [somebody(), randomUUID()];
    for (let sent = 0; sent < 10; sent++) await ask({}, { from, key: randomUUID() });
    expectProblem(await post(SHOWN, BODY, { from, key }), 429, 'TOO_MANY_ENQUIRIES');
    expect((await post(SHOWN, BODY, { key })).status).toBe(201);
  });
});

describe('GET /api/v1/enquiries', () => {
  it('returns the enquiries of the account to its full keys, and all to the operator, newest first', async () => {
    const first = await ask();
    const second = await ask({ name: 'Bob' }, {}, OTHER);
    const uid = `/api/v1/enquiries/${first._id}`;
    expect((await list()).headers.get('cache-control')).toBe('no-store, no-transform');
    expect((await list()).body.data).toEqual([second, first]);
    expect(await idsOf('?sort=id')).toEqual([first.id, second.id]);
    for (const as of [operator, desk.namedReader]) {
      expect(await idsOf('', as)).toEqual([second.id, first.id]);
      expect((await desk.service.get(uid, { as })).body).toEqual(first);
      expect(await idsOf(`?websiteID=${desk.stranger.websiteID}`, as)).toEqual([]);
      expect(await idsOf(`?websiteID=${desk.main.websiteID}`, as)).toHaveLength(2);
    }
    for (const as of [desk.sub, desk.stranger]) {
      expect((await list('', as)).body).toMatchObject({ data: [], total: 0 });
      expect((await list(`?websiteID=${desk.main.websiteID}`, as)).body.total).toBe(0);
      expectProblem(await desk.service.get<Problem>(uid, { as }), 404, 'NOT_FOUND');
      expectProblem(await desk.service.delete<Problem>(uid, { as }), 404, 'NOT_FOUND');
    }
    for (const as of [desk.visitor, await storeCredential(desk.service, desk.main, 'read')]) {
      for (const path of ['/api/v1/enquiries', uid]) {
        expectProblem(await desk.service.get<Problem>(path, { as }), 403, 'FORBIDDEN');
      }
      expectProblem(await desk.service.delete<Problem>(uid, { as }), 403, 'FORBIDDEN');
    }
    expectProblem(await desk.service.delete<Problem>(uid, { as: desk.namedReader }), 403, 'FORBIDDEN');
    expect(await stored()).toBe(2);
  });

  it('is never compressed, because its length would reveal texts of others to a visitor', async () => {
    const { id } = await ask({ message: 'Is it quiet? '.repeat(200) });
    for (const path of ['/api/v1/enquiries', `/api/v1/enquiries/${id}`]) {
      const { headers } = await fetch(desk.service.address + path, {
        headers: {
          'x-access-key': desk.main.accessKey,
          'x-secret-key': desk.main.secretKey,
          'accept-encoding': 'gzip, br',
        },
      });
      expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual([null, 'no-store, no-transform']);
    }
  });

  it('filters by listing, time and id, with pages and cursors', async () => {
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
  const messages = () => desk.receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  const hook = ({ websiteID }: AccountAnswer) =>
    desk.service.put(`/api/v1/websites/${websiteID}`, {
      hooks: [{ name: '', url: `${desk.receiver.origin}/${websiteID}`, trigger: 'enquiry-created' }],
    });
  const unhook = ({ websiteID }: AccountAnswer) => desk.service.put(`/api/v1/websites/${websiteID}`, { hooks: [] });

  const echoes =
    (status: number): Behaviour =>
    (response, { body }) =>
      void response.writeHead(status).end(body);

  const answersWith = async (text: string) => {
    const rows = await query<{ found: string }>(
      `SELECT 'retry' AS found FROM hook_messages WHERE body LIKE $1 UNION ALL
       SELECT 'log' FROM changes WHERE changes::text LIKE $1 UNION ALL
       SELECT 'audit' FROM audit_log WHERE audit_log::text LIKE $1 UNION ALL
       SELECT 'delivery' FROM hook_deliveries WHERE hook_deliveries::text LIKE $1`,
      [`%${text}%`],
    );
    return rows.map(({ found }) => found);
  };

  it('is sent only to the hooks of its account, and is not in the feed of changes', async () => {
    desk.receiver.behaviour = echoes(200);
    await hook(desk.main);
    await hook(desk.sub);
    const followers = [await Follower.start(desk.service), await Follower.start(desk.service, { as: desk.main })];
    const enquiry = await ask({ email: 'sent@visitor.example' }, { as: desk.subVisitor });
    await expect.poll(() => desk.receiver.received.length).toBe(1);
    expect(desk.receiver.received[0]?.path).toBe(`/${desk.main.websiteID}`);
    expect(messages()).toMatchObject([
      {
        type: 'enquiry-created',
        data: { resource: 'enquiry', id: enquiry.id, websiteID: desk.main.websiteID, enquiry },
      },
    ]);
    expect(messages()[0]).toMatchObject({ data: { url: `/api/v1/enquiries/${enquiry.id}`, kinds: ['created'] } });
    for (const follower of followers) expect(await follower.next('include=document')).toEqual([]);
    await expect.poll(() => query(`SELECT reply FROM hook_deliveries WHERE status = 200`)).toEqual([{ reply: '' }]);
    expect(await answersWith('sent@visitor.example')).toEqual([]);
    await unhook(desk.sub);
    await unhook(desk.main);
  });

  it('is deleted with every copy of its data, and is no longer sent', async () => {
    desk.receiver.behaviour = echoes(500);
    await hook(desk.main);
    const key = randomUUID();
    const { id, _id } = await ask({ email: 'forget@visitor.example' }, { key });
    const kept = await ask({ email: 'keep@visitor.example' });
    const aged = await ask({ email: 'aged@visitor.example' });
    const waiting = () => query('SELECT FROM hook_messages');
    await expect.poll(waiting).toHaveLength(3);
    await query(`UPDATE enquiries SET created_at = now() - interval '365 days' WHERE id = $1`, [aged.id]);
    await desk.service.app.get(OldEnquiriesJob).run();
    expect(await answersWith('aged@visitor.example')).toEqual([]);
    expect(await answersWith('forget@visitor.example')).toEqual(['retry']);
    const removed = await desk.service.delete<{ message: string }>(`/api/v1/enquiries/${_id}`, { as: desk.main });
    expect(removed.body).toMatchObject({
      message: 'Enquiry deleted',
      enquiry: { id, email: 'forget@visitor.example' },
    });
    expect(await answersWith('forget@visitor.example')).toEqual([]);
    expect(await answersWith('keep@visitor.example')).toEqual(['retry']);
    expect(await query('SELECT FROM idempotent_answers WHERE key = $1', [key])).toEqual([]);
    expectProblem(await desk.service.delete<Problem>(`/api/v1/enquiries/${id}`, { as: desk.main }), 404, 'NOT_FOUND');
    // A worker stores its failed delivery only now.
    await query(
      `INSERT INTO hook_messages (hook_id, message_id, type, body, at, next_at)
       SELECT hook_id, 'late', type, replace(body, '"id":${kept.id},', '"id":${id},'), now(), now()
       FROM hook_messages`,
    );
    expect(await query(`SELECT FROM hook_messages WHERE message_id = 'late'`)).toEqual([]);
    // A retry does not read it from the log again.
    desk.clock.now = () => new Date(Date.now() + 60_000);
    desk.receiver.behaviour = echoes(200);
    desk.receiver.received.length = 0;
    const { body } = await desk.service.get<{ data: { hookID: number }[] }>(
      `/api/v1/websites/${desk.main.websiteID}/hooks`,
    );
    await desk.service.post(`/api/v1/websites/${desk.main.websiteID}/hooks/${body.data[0]?.hookID}/replay`, {
      since: '1h',
    });
    await expect.poll(() => messages().filter(({ type }) => type === 'enquiry-created')).not.toEqual([]);
    await expect.poll(waiting).toEqual([]);
    desk.clock.now = () => new Date();
    expect(JSON.stringify(messages())).toContain('keep@visitor.example');
    expect(JSON.stringify(messages())).not.toContain('forget@visitor.example');
    await unhook(desk.main);
  });

  it("is in the audit log without its data and the visitor's address", async () => {
    const from = somebody();
    const { id } = await ask({}, { from });
    await desk.service.delete(`/api/v1/enquiries/${id}`, { as: desk.main });
    const { body } = await desk.service.get<{ data: object[] }>('/api/v1/audit', { as: desk.main });
    const common = { resource: 'enquiry', resourceID: id, websiteID: desk.main.websiteID, paths: [] };
    expect(body.data).toMatchObject([
      { ...common, action: 'delete', address: '127.0.0.1' },
      { ...common, action: 'create', address: null },
    ]);
    for (const text of [from, ...Object.values(BODY).map(String)].filter((one) => one !== 'true')) {
      expect(JSON.stringify(body)).not.toContain(text);
    }
  });

  it('invalidates no cached response', async () => {
    const path = `/api/v1/listings/${SHOWN}`;
    const before = await desk.service.get(path);
    await ask();
    const after = await desk.service.get(path, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } });
    expect(after.status).toBe(304);
    expect((await desk.service.get('/api/v1/listings')).body).toMatchObject({ total: 2 });
  });

  it('outlives its listing, is deleted after the configured days, and still counts afterwards', async () => {
    const listing = listingLine(desk.main.websiteID, { id: 21, uniqueID: 'L21' });
    await seed(desk.service, { listings: [listing] });
    const { id } = await ask({}, {}, 21);
    await query('DELETE FROM listings WHERE id = 21');
    const old = await ask();
    const older = await ask();
    await query(`UPDATE enquiries SET created_at = now() - interval '364 days 23 hours' WHERE id = $1`, [old.id]);
    await query(`UPDATE enquiries SET created_at = now() - interval '365 days' WHERE id = $1`, [older.id]);
    await query(`UPDATE enquiry_counts SET until = now() WHERE subject NOT LIKE 'listing %'`);
    await desk.service.app.get(OldEnquiriesJob).run();
    expect(await query('SELECT id FROM enquiries ORDER BY id')).toEqual([{ id }, { id: old.id }]);
    expect(await query('SELECT subject FROM enquiry_counts ORDER BY subject')).toEqual([
      { subject: `listing ${SHOWN}` },
      { subject: 'listing 21' },
    ]);
    expect((await list()).body.data.map((one) => one.listingID)).toEqual([SHOWN, 21]);
  });

  it('is deleted with its account', async () => {
    const account = await createAccount(desk.service, accountBody({ hooks: [] }));
    const listing = listingLine(account.websiteID, { id: 31, uniqueID: 'L31' });
    await seed(desk.service, { listings: [listing] });
    const key = randomUUID();
    await ask({}, { as: account, key }, 31);
    const paths = [pathOf(31), '/api/v1/enquiries'];
    const runner = desk.service.store.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('DELETE FROM listings WHERE id = 31');
    await runner.query('DELETE FROM accounts WHERE id = $1', [account.websiteID]);
    // It finds the listing, then waits for the account.
    const meanwhile = post(31, BODY, { as: operator });
    await waitsForLock(desk.service.store.dataSource);
    await runner.commitTransaction();
    await runner.release();
    expectProblem(await meanwhile, 404, 'NOT_FOUND');
    expect(await stored()).toBe(0);
    expect(await query('SELECT FROM idempotent_answers WHERE key = $1', [key])).toEqual([]);
    expectProblem(await desk.service.post<Problem>(paths[0] ?? '', BODY, { as: account }), 401, 'UNAUTHENTICATED');
    expectProblem(await desk.service.get<Problem>(paths[1] ?? '', { as: account }), 401, 'UNAUTHENTICATED');
  });
});
