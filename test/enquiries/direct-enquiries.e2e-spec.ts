import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AgentAnswer, createAgent, expectProblem, operator, storeCredential } from '@testing';
import {
  agentPath,
  ask,
  askAt,
  BODY,
  desk,
  list,
  officePath,
  postTo,
  query,
  stored,
  useEnquiryDesk,
  type Enquiry,
} from './enquiry-desk.js';

useEnquiryDesk();

const ADDRESS = '3/12 Königstraße, 世田谷 🏠, Carlton VIC 3053';
const AT_ONCE = 24;

const WRONG_ADDRESSES: readonly unknown[] = [
  'x'.repeat(301),
  '🏠'.repeat(301),
  'x'.repeat(60_000),
  '1 High\nStreet',
  '1 High\r\nBcc: b@b.example',
  '1\u2028High',
  '1\0',
  'A\u0085B',
  '1 \u202eteertS',
  '\u2066A',
  '\u200b\u200d',
  '\ud83c',
  1,
  [],
  {},
];

let agent: AgentAnswer;
let colleague: AgentAnswer;

beforeAll(async () => {
  agent = await createAgent(desk.service, desk.main.websiteID);
  colleague = await createAgent(desk.service, desk.main.websiteID, 'Colleague');
});

/** Both targets, with the numeric id that the enquiry has. */
const TARGETS = {
  'an agent': { path: () => agentPath(agent.id), agentID: () => agent.id, subject: () => `agent ${agent.id}` },
  'an account': {
    path: () => officePath(desk.main.websiteID),
    agentID: () => null,
    subject: () => `website ${desk.main.websiteID}`,
  },
} as const;
const targets = Object.entries(TARGETS);

describe.each(targets)('an enquiry to %s (B77)', (_, { path, agentID, subject }) => {
  it.each(['general', 'appraisal', 'rental-appraisal'])('of the kind %s is stored with the account', async (kind) => {
    const sent = { ...BODY, kind, address: ` ${ADDRESS} `, phone: '0400 000 001', website: '' };
    const { status, headers, body } = await postTo(path(), sent);
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store, no-transform']);
    const _id: unknown = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(body).toEqual({ message: 'Enquiry created', enquiry: { _id } });
    const whole = {
      _id,
      id: expect.any(Number) as unknown,
      kind,
      listingID: null,
      agentID: agentID(),
      websiteID: desk.main.websiteID,
      name: BODY.name,
      email: BODY.email,
      phone: '0400 000 001',
      address: ADDRESS,
      message: BODY.message,
      held: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    };
    expect((await postTo(path(), sent, { as: desk.main })).body).toEqual({
      message: 'Enquiry created',
      enquiry: whole,
    });
    expect((await postTo(path(), sent, { as: operator })).body.enquiry).toEqual(whole);
    expect((await list()).body.data).toEqual([whole, whole, whole]);
    expect((await list('', desk.stranger)).body.data).toEqual([]);
  });

  it('is general without a kind, and then needs no address', async () => {
    for (const fields of [{}, { kind: null, address: null }, { kind: 'general', address: ' ' }])
      expect(await askAt(path(), fields)).toMatchObject({ kind: 'general', address: '' });
  });

  it('is refused with every fault; an appraisal needs an address', async () => {
    for (const kind of ['appraisal', 'rental-appraisal']) {
      for (const fields of [{}, { address: '' }, { address: null }, { address: ' \t ' }]) {
        const { body, ...answer } = await postTo(path(), { ...BODY, kind, ...fields });
        expectProblem({ body, ...answer }, 400, 'INVALID_BODY');
        expect(body.errors).toEqual([{ field: 'address', message: 'is required for an appraisal' }]);
      }
      const { body } = await postTo(path(), { kind });
      expect(new Set(body.errors?.map(({ field }) => field))).toEqual(
        new Set(['name', 'message', 'consent', 'email', 'address']),
      );
    }
    const faulty = { name: '', email: 'a', phone: 'x', message: ' ', consent: false, website: 'x', kind: 'x', age: 1 };
    const { body } = await postTo(path(), { ...faulty, address: 'a\nb' });
    expect(new Set(body.errors?.map(({ field }) => field))).toEqual(new Set([...Object.keys(faulty), 'address']));
    for (const kind of ['', 'listing', 'Appraisal', 1, [], {}]) {
      const answer = await postTo(path(), { ...BODY, kind });
      expect(answer.body.errors?.map(({ field }) => field)).toEqual(['kind']);
    }
    for (const field of ['email of the body', 'address of the body', '', '__proto__']) {
      const unknown = JSON.parse(JSON.stringify(BODY).replace('{', `{"${field}":"x",`)) as object;
      expect((await postTo(path(), unknown)).body.errors).toEqual([{ field, message: 'is not a known field' }]);
    }
    expect(await stored()).toBe(0);
  });

  it('has an address in one line, without marks that turn the text', async () => {
    for (const address of WRONG_ADDRESSES)
      for (const kind of ['general', 'appraisal']) {
        const answer = await postTo(path(), { ...BODY, kind, address });
        expectProblem(answer, 400, 'INVALID_BODY');
        expect(answer.body.errors?.map(({ field }) => field)).toEqual(['address']);
      }
    expect(await stored()).toBe(0);
  });

  it('has an address of 300 characters of any script', async () => {
    for (const address of ['🏠'.repeat(300), `"1'; DROP TABLE enquiries; -- \\ <b>${'é'.repeat(200)}`])
      expect(await askAt(path(), { kind: 'appraisal', address })).toMatchObject({ address });
  });

  it('is refused from read-only keys and without keys', async () => {
    for (const as of [await storeCredential(desk.service, desk.main, 'read'), desk.namedReader])
      expectProblem(await postTo(path(), BODY, { as }), 403, 'FORBIDDEN');
    expectProblem(await postTo(path(), BODY, { as: null }), 401, 'UNAUTHENTICATED');
    expect(await stored()).toBe(0);
  });

  it('is stored once for an idempotency key, which belongs to this path', async () => {
    const key = randomUUID();
    const enquiry = await askAt(path(), {}, { key });
    const again = await postTo(path(), BODY, { key });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body.enquiry).toEqual({ _id: enquiry._id });
    for (const [other, body] of [
      [path(), { ...BODY, kind: 'appraisal', address: ADDRESS }],
      [agentPath(colleague.id), BODY],
    ] as const)
      expectProblem(await postTo(other, body, { key }), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await stored()).toBe(1);
    const removed = await desk.service.delete<{ enquiry: Enquiry }>(`/api/v1/enquiries/${enquiry.id}`, {
      as: desk.main,
    });
    expect(removed.body.enquiry).toEqual(enquiry);
    expect(await query('SELECT FROM idempotent_answers WHERE key = $1', [key])).toEqual([]);
  });

  it('is held after 100 a day, even concurrent ones, and then has no entry in the log of changes', async () => {
    await query(`INSERT INTO enquiry_counts (subject, count, until) VALUES ($1, 95, now() + interval '1 day')`, [
      subject(),
    ]);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (__, at) => postTo(path(), BODY, {}, at % 2 ? desk.service : desk.replica)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    await askAt(path(), { name: 'Agency' }, { as: desk.main });
    for (const other of [agentPath(colleague.id), officePath(desk.stranger.websiteID)])
      expect(await askAt(other)).toMatchObject({ held: false });
    expect(await ask()).toMatchObject({ held: false });
    expect((await list(`?held=true&limit=100`)).body.total).toBe(AT_ONCE - 5);
    const reported = await query<{ held: boolean }>(
      `SELECT held FROM changes JOIN enquiries ON resource = 'enquiry' AND resource_id = enquiries.id`,
    );
    expect(reported).toEqual(Array.from({ length: 5 + 4 }, () => ({ held: false })));
    await query(`UPDATE enquiry_counts SET until = now() WHERE subject = $1`, [subject()]);
    expect(await askAt(path())).toMatchObject({ held: false });
  });
});
