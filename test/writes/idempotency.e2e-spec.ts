import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  accountBody,
  agentBody,
  type Answer,
  createAccount,
  createSubAccount,
  expectProblem,
  type Keys,
  type Problem,
  send,
  specFixture,
  specService,
  type TestService,
} from '@testing';

const ACCOUNTS = '/api/v1/accounts';

interface Created {
  readonly account: AccountAnswer;
}

const service = specService();
const other = specFixture(() => service.replica());
let account: AccountAnswer;

beforeAll(async () => {
  account = await createAccount(service);
});

/** Sends a POST with a key. */
function post<Body = Created>(body: unknown, key: string, { path = ACCOUNTS, by = service, as }: Sent = {}) {
  const headers = { 'idempotency-key': key };
  return by.post<Body>(path, body, as ? { as, headers } : { headers });
}

interface Sent {
  readonly path?: string;
  readonly by?: TestService;
  readonly as?: Keys;
}

/** The headers that matter to a client that retries. */
const shown = ({ status, headers, body }: Answer<unknown>) => ({
  status,
  body,
  ...Object.fromEntries(['content-type', 'etag', 'location'].map((name) => [name, headers.get(name)])),
});

const isReplayed = ({ headers }: Answer<unknown>): boolean => headers.get('idempotent-replayed') === 'true';

const countOf = async (name: unknown): Promise<number> => {
  const [{ count }] = await service.store.dataSource.query<[{ count: string }]>(
    'SELECT count(*) FROM accounts WHERE name = $1',
    [name],
  );
  return Number(count);
};

describe('a POST with an Idempotency-Key (B24)', () => {
  it('is executed once; the second response repeats the first', async () => {
    const body = accountBody();
    const key = randomUUID();
    const first = await post(body, key);
    expect([first.status, isReplayed(first)]).toEqual([201, false]);
    expect(first.headers.get('location')).toBe(`/api/v1/websites/${first.body.account.websiteID}`);
    // Quoted or not, by the other path, at another replica, with white space in the body.
    for (const again of [
      await post(body, key),
      await post(body, `"${key}"`),
      await post(body, key, { path: '/v1/accounts' }),
      await post(body, key, { by: other }),
      await post(JSON.stringify(body, null, 2), key),
    ]) {
      expect(isReplayed(again)).toBe(true);
      expect(shown(again)).toEqual(shown(first));
    }
    expect(await countOf(body['name'])).toBe(1);
  });

  it('is executed once if a create answers 200, too', async () => {
    const body = agentBody(account.websiteID);
    const answers = [
      await post(body, 'agent-1', { path: '/api/v1/agents' }),
      await post(body, 'agent-1', { path: '/v1/agents' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(isReplayed)).toEqual([false, true]);
    expect(shown(answers[1]!)).toEqual(shown(answers[0]!));
  });

  it('with another body or path is answered 422', async () => {
    const body = accountBody();
    await post(body, 'reused-key');
    expectProblem(await post<Problem>({ ...body, about: 'x' }, 'reused-key'), 422, 'IDEMPOTENCY_KEY_REUSED');
    const elsewhere = await post<Problem>(agentBody(account.websiteID), 'reused-key', { path: '/api/v1/agents' });
    expectProblem(elsewhere, 422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('belongs to its credential', async () => {
    const main = await createAccount(service);
    const body = accountBody({ subsiteDetails: { mainWebsiteID: main.websiteID } });
    const answers = [await post(body, 'shared-key'), await post(body, 'shared-key', { as: main })];
    expect(answers.map(isReplayed)).toEqual([false, false]);
    expect(await countOf(body['name'])).toBe(2);
  });

  it('is executed again if it failed, also with a corrected body', async () => {
    const wrong = { ...accountBody(), accessKey: account.accessKey };
    expect((await post(wrong, 'corrected')).status).toBe(409);
    expect((await post({ ...wrong, name: 5 }, 'corrected')).status).toBe(400);
    const { accessKey: _, ...right } = wrong;
    const made = await post(right, 'corrected');
    expect([made.status, isReplayed(made)]).toEqual([201, false]);
    expect(isReplayed(await post(right, 'corrected'))).toBe(true);
  });

  it('is executed again after a 5xx, which leaves no trace', async () => {
    const { dataSource } = service.store;
    const body = accountBody();
    await dataSource.query('ALTER TABLE audit_log RENAME TO audit_log_away');
    const failed = await send(service, 'POST', ACCOUNTS, {
      headers: { 'content-type': 'application/json', 'idempotency-key': 'after-500' },
      body: JSON.stringify(body),
    });
    await dataSource.query('ALTER TABLE audit_log_away RENAME TO audit_log');
    expectProblem(failed, 500, 'INTERNAL_ERROR');
    expect(await countOf(body['name'])).toBe(0);
    expect((await post(body, 'after-500')).status).toBe(201);
  });

  it('stores its response in the same transaction', async () => {
    const { dataSource } = service.store;
    const body = accountBody();
    await dataSource.query('ALTER TABLE idempotent_answers ADD CONSTRAINT refused CHECK (false) NOT VALID');
    const failed = await send(service, 'POST', ACCOUNTS, {
      headers: { 'content-type': 'application/json', 'idempotency-key': 'not-stored' },
      body: JSON.stringify(body),
    });
    await dataSource.query('ALTER TABLE idempotent_answers DROP CONSTRAINT refused');
    expectProblem(failed, 500, 'INTERNAL_ERROR');
    expect(await countOf(body['name'])).toBe(0);
  });

  it.each(['', 'two words', '"open', 'one, two', 'x'.repeat(256)])('with the key %j is answered 400', async (key) => {
    const answer = await send(service, 'POST', ACCOUNTS, {
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(accountBody()),
    });
    expectProblem(answer, 400, 'INVALID_IDEMPOTENCY_KEY');
  });

  it('stores its response sealed, because it contains a secret', async () => {
    const { body } = await post(accountBody(), 'with-secret');
    const [{ answer }] = await service.store.dataSource.query<[{ answer: Buffer }]>(
      `SELECT answer FROM idempotent_answers WHERE key = 'with-secret'`,
    );
    for (const part of [body.account.secretKey, body.account.accessKey, 'account'])
      expect(answer.includes(part)).toBe(false);
  });

  it('is forgotten after 24 hours', async () => {
    const body = accountBody();
    await post(body, 'yesterday');
    const age = (hours: number) =>
      service.store.dataSource.query(
        `UPDATE idempotent_answers SET at = now() - interval '${hours} hours' WHERE key = 'yesterday'`,
      );
    await age(23);
    expect(isReplayed(await post(body, 'yesterday'))).toBe(true);
    await age(24);
    expect(isReplayed(await post(body, 'yesterday'))).toBe(false);
    expect(isReplayed(await post(body, 'yesterday'))).toBe(true);
    expect(await countOf(body['name'])).toBe(2);
  });
});

describe('200 concurrent POSTs with a key', () => {
  it.each([
    ['at one replica', () => [service]],
    ['at two replicas', () => [service, other]],
  ])('%s create one account and have equal responses', async (_, replicas) => {
    const body = accountBody();
    const key = randomUUID();
    const all = replicas();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (__, at) => post(body, key, { by: all[at % all.length]! })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(shown(answer)))).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    expect(await countOf(body['name'])).toBe(1);
  });

  it('or fewer, with different keys, do not starve each other', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(accountBody(), randomUUID())));
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  });

  it('of one account and its sub-account do not take all connections from another account', async () => {
    const [sub, another] = [await createSubAccount(service, account), await createAccount(service)];
    const runner = service.store.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM accounts WHERE id = ANY($1) FOR UPDATE', [[account.websiteID, sub.websiteID]]);
    const create = (as: AccountAnswer) =>
      post({ scope: 'read' }, randomUUID(), { path: `/api/v1/websites/${as.websiteID}/credentials`, as });
    const held = [account, sub, account, sub].map(create);
    const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted`;
    await expect.poll(async () => (await runner.query(waiting)) as unknown).toEqual([{ count: 2 }]);
    expect((await create(another)).status).toBe(201);
    await runner.rollbackTransaction();
    await runner.release();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });

  it('of which the first fails are tried one after another', async () => {
    const body = { ...accountBody(), accessKey: account.accessKey };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body, 'all-fail')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
  });
});
