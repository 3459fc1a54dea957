import { describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { expectProblem, listingLine, operator, seed, storeCredential, walk } from '@testing';
import {
  BODY,
  OTHER,
  SHOWN,
  WITHDRAWN,
  ask,
  desk,
  list,
  post,
  query,
  somebody,
  stored,
  useEnquiryDesk,
  type Created,
} from './enquiry-desk.js';

/** Concurrent posts of the flood from one address. */
const FLOOD = walk(300);
const AT_ONCE = 50;

useEnquiryDesk();

describe('POST /api/v1/listings/{id}/enquiries (B55)', () => {
  it('stores the enquiry with the account of the listing, for a browser key, a server key, or the operator', async () => {
    const { status, headers, body } = await post(SHOWN, { ...BODY, phone: '0400 000 001', website: '' });
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store, no-transform']);
    // A number would reveal the number of enquiries to a visitor.
    const _id: unknown = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(body).toEqual({ message: 'Enquiry created', enquiry: { _id } });
    const whole = {
      _id,
      id: expect.any(Number) as unknown,
      kind: 'listing',
      listingID: SHOWN,
      agentID: null,
      websiteID: desk.main.websiteID,
      name: BODY.name,
      email: BODY.email,
      phone: '0400 000 001',
      address: '',
      message: BODY.message,
      held: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    };
    const own = await post(SHOWN, { ...BODY, phone: '0400 000 001' }, { as: desk.main });
    expect(own.body).toEqual({ message: 'Enquiry created', enquiry: whole });
    expect((await list()).body.data).toEqual([whole, whole]);
    expect(await ask({ email: undefined, phone: '1' }, { as: desk.main }, 'L11')).toMatchObject({
      email: '',
      phone: '1',
    });
    expect(await ask({}, { as: desk.subVisitor })).toMatchObject({ websiteID: desk.main.websiteID });
    expect(await ask({}, { as: operator }, WITHDRAWN)).toMatchObject({ listingID: WITHDRAWN });
  });

  it('refuses listings that the account does not show or the key does not see', async () => {
    const uid = (await desk.service.get<{ _id: string }>(`/api/v1/listings/${SHOWN}`)).body._id;
    expect((await ask({}, {}, uid)).listingID).toBe(SHOWN);
    for (const [listing, as] of [
      [SHOWN, desk.strangerVisitor],
      [uid, desk.strangerVisitor],
      ['L11', desk.strangerVisitor],
      [SHOWN, desk.stranger],
      [OTHER, desk.subVisitor],
      [WITHDRAWN, desk.visitor],
      ['L13', desk.visitor],
      [9_999, desk.visitor],
      ['99999999999', desk.visitor],
      [randomUUID(), desk.visitor],
      ['nothing', operator],
      ['%00', desk.visitor],
    ] as const) {
      expectProblem(await post(listing, BODY, { as }), 404, 'NOT_FOUND');
      if (as === desk.visitor) expect((await desk.service.get(`/api/v1/listings/${listing}`, { as })).status).toBe(404);
    }
    expect(await stored()).toBe(1);
  });

  it('uses the latest of several listings with a uniqueID, like a single read', async () => {
    const line = (websiteID: number, id: number, modtime: string) =>
      listingLine(websiteID, { id, uniqueID: 'TWICE', agentID: `A${id}`, modtime });
    const { main, stranger } = desk;
    await seed(desk.service, {
      listings: [
        line(main.websiteID, 91, '2026-03-01T00:00:00Z'),
        line(stranger.websiteID, 92, '2026-03-03T00:00:00Z'),
        line(main.websiteID, 93, '2026-03-02T00:00:00Z'),
      ],
    });
    const read = await desk.service.get<{ id: number }>('/api/v1/listings/TWICE');
    const asked = [await ask({}, { as: operator }, 'TWICE'), await ask({}, {}, 'TWICE')];
    expect([read.body.id, ...asked.map(({ listingID }) => listingID)]).toEqual([92, 92, 93]);
    await query(`DELETE FROM listings WHERE unique_id = 'TWICE'`);
  });

  it('refuses read-only keys and requests without keys', async () => {
    for (const as of [await storeCredential(desk.service, desk.main, 'read'), desk.namedReader]) {
      expectProblem(await post(SHOWN, BODY, { as }), 403, 'FORBIDDEN');
    }
    expectProblem(await post(SHOWN, BODY, { as: null }), 401, 'UNAUTHENTICATED');
    expect(await stored()).toBe(0);
  });

  it('reports every fault', async () => {
    const { body, ...answer } = await post(SHOWN, {});
    expectProblem({ body, ...answer }, 400, 'INVALID_BODY');
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { field: 'name', message: 'is required' },
        { field: 'message', message: 'is required' },
        { field: 'consent', message: 'is required' },
        { field: 'email', message: 'or phone is required' },
      ]),
    );
    expect(body.errors).toHaveLength(4);
    const faulty = { name: '', email: 'ann', phone: 'none', message: ' ', consent: false, website: 'x', age: 1 };
    const fields = (await post(SHOWN, faulty)).body.errors?.map(({ field }) => field);
    expect(new Set(fields)).toEqual(new Set(Object.keys(faulty)));
    expect(await stored()).toBe(0);
  });

  const WRONG: Readonly<Record<keyof typeof BODY | 'phone' | 'website', readonly unknown[]>> = {
    name: [
      '',
      ' ',
      null,
      1,
      [],
      {},
      'x'.repeat(101),
      'A\r\nBcc: b@b.example',
      'A\nB',
      'A\0',
      'A\u0085B',
      '\u200b\u200d',
      '\u3164',
      'A\u202eB',
      '\u2066A',
    ],
    email: ['ann', {}, 'a@b.example\r\nBcc: c@c.example', 'a@b.example,c@c.example', '<a@b.example>'],
    phone: ['call me', 1, '1\r\n2', '1'.repeat(51), '1\u202e2'],
    message: ['', '\n', null, 'x'.repeat(4_001), 'a\0', 'a\u001b[1m', '\u200b', 'a\u202eb'],
    consent: [false, null, 'true', 1, 'yes'],
    website: ['https://spam.example', 'x', ' ', 0, false],
  };

  it.each(Object.entries(WRONG))('reports a wrong %s', async (field, values) => {
    for (const value of values) {
      const answer = await post(SHOWN, { ...BODY, phone: '1', [field]: value });
      expectProblem(answer, 400, 'INVALID_BODY');
      expect(answer.body.errors?.map((fault) => fault.field)).toEqual([field]);
    }
    expect(await stored()).toBe(0);
  });

  it('stores other texts unchanged', async () => {
    const message = `I <3 it: 2 < 3 <\n"quoted" 'x'; DROP TABLE enquiries; -- \\ a<b <b>x</b> ${'🏠'.repeat(3_000)} <`;
    const name = "Zoë O'Brien-李 <zoe@mail.example>";
    expect(await ask({ name, message })).toMatchObject({ name, message });
    const around = { name: ' Zoë ', email: ' zoe@mail.example\n', phone: ' 1 ', message: '\na\tb\r\nc ' };
    const kept = { name: 'Zoë', email: 'zoe@mail.example', phone: '1', message: 'a\tb\r\nc' };
    expect(await ask(around)).toMatchObject(kept);
  });
});

describe('the limits of enquiries', () => {
  const pass = (time: string) => query('UPDATE enquiry_counts SET until = until - $1::interval', [time]);
  const retryAfter = ({ headers }: Created) => Number(headers.get('retry-after'));

  it(
    `are 10 an hour per address, for ${FLOOD} requests on two replicas, whatever address they claim`,
    { timeout: 180_000 + 20 * FLOOD },
    async () => {
      const from = somebody();
      const statuses: number[] = [];
      for (let sent = 0; sent < FLOOD; sent += AT_ONCE) {
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, at) =>
            // The proxy appends the address that it sees to the addresses that the client claims.
            post(
              at % 2 ? SHOWN : OTHER,
              BODY,
              { from: `192.0.2.${at}, ${from}` },
              at % 3 ? desk.service : desk.replica,
            ),
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
      // The agency's own pairs are not counted; deleted enquiries still are.
      expect((await post(SHOWN, BODY, { from, as: desk.main })).status).toBe(201);
      await query('DELETE FROM enquiries');
      await pass('59 minutes');
      expect(retryAfter(await post(SHOWN, BODY, { from }))).toBeLessThanOrEqual(60);
      await pass('1 minute');
      expect((await post(SHOWN, BODY, { from })).status).toBe(201);
    },
  );

  it('apply to a whole IPv6 network', async () => {
    for (let sent = 0; sent < 10; sent++) await ask({}, { from: `2001:db8:7:${sent}::1` });
    expectProblem(await post(SHOWN, BODY, { from: '2001:db8:7:ffff::1' }), 429, 'TOO_MANY_ENQUIRIES');
    await ask({}, { from: '2001:db8:8::1' });
  });

  it('are 100 a day per listing: further enquiries are held, even concurrent ones, and no hook is called', async () => {
    await query(
      `INSERT INTO enquiry_counts (subject, count, until) VALUES ('listing ${SHOWN}', 95, now() + interval '1 day')`,
    );
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => post(SHOWN, BODY, {}, at % 2 ? desk.service : desk.replica)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(AT_ONCE);
    await ask({ name: 'Agency' }, { as: desk.main });
    await ask({ name: 'Other' }, {}, OTHER);
    expect((await list('?limit=100')).body.data.map(({ name, held }) => [name, held])).toEqual([
      ['Other', false],
      ['Agency', false],
      ...Array.from({ length: 5 }, () => [BODY.name, false]),
    ]);
    const held = await list('?held=true&limit=100');
    expect([held.body.total, held.body.data.every((one) => one.held)]).toEqual([AT_ONCE - 5, true]);
    const [{ count } = { count: '' }] = await query<{ count: string }>(`
      SELECT count(*) FROM changes JOIN enquiries ON resource = 'enquiry' AND resource_id = enquiries.id`);
    expect(Number(count)).toBe(7);
    await pass('1 day');
    expect(await ask()).toMatchObject({ held: false });
  });
});
