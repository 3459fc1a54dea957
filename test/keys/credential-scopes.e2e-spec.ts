import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createAgent,
  EventStream,
  type Keys,
  specService,
  storeCredential,
} from '@testing';

const service = specService();
let account: AccountAnswer;

beforeAll(async () => {
  account = await createAccount(service);
});

describe('a forbidden request', () => {
  it.each(['hooks', 'hooks/1/secret', 'hooks/1/deliveries', 'credentials'])('for %s names reading', async (path) => {
    const { websiteID } = await createAccount(service);
    const detailOf = async (as: Keys) =>
      (await service.get<{ detail: string }>(`/api/v1/websites/${websiteID}/${path}`, { as })).body.detail;
    const reader = await storeCredential(service, account, 'read');
    expect(await detailOf(reader)).toBe('A credential of the scope read may not read this; use one of the scope full.');
    expect(await detailOf(account)).toBe(
      'This credential may read this only for its own account and its sub-accounts.',
    );
  });

  it.each(['/api/v1/audit', '/api/v1/credentials', '/api/v1/websites?main=1', '/api/v1/listings?status=withdrawn'])(
    'for %s does not name writing',
    async (path) => {
      const as = await storeCredential(service, account, 'public');
      const { status, body } = await service.get<{ detail: string }>(path, { as });
      expect(status).toBe(403);
      expect(body.detail).not.toMatch(/writ/);
    },
  );
});

describe('the expiry of a credential', () => {
  it('is exact by the clock of the database, and ends streams', async () => {
    const end = `date_trunc('milliseconds', clock_timestamp()) + interval '2000.999 milliseconds'`;
    const as = await storeCredential(service, account, 'full', end);
    const stream = await EventStream.open(service, 'now', { as });
    const statuses = new Map<boolean, Set<number>>();
    for (let isOver = false; !isOver;) {
      const asked = await databaseTime();
      const { status } = await service.get('/api/v1/agents', { as });
      const answered = await databaseTime();
      const over = await endOf(as);
      isOver = asked >= over;
      if (isOver || answered < over) statuses.set(isOver, (statuses.get(isOver) ?? new Set()).add(status));
    }
    expect(statuses).toEqual(
      new Map([
        [false, new Set([200])],
        [true, new Set([401])],
      ]),
    );
    await stream.ended();
  });

  it('can be set while a stream is open', async () => {
    const as = await storeCredential(service, account, 'full');
    const stream = await EventStream.open(service, 'now', { as });
    await service.store.dataSource.query(
      `UPDATE credentials SET expires_at = clock_timestamp() + interval '1 second' WHERE access_key = '${as.accessKey}'`,
    );
    await stream.ended();
    expect((await service.get('/api/v1/agents', { as })).status).toBe(401);
  });

  it("does not affect the account's own pair, which is the oldest full pair without expiry", async () => {
    const own = await createAccount(service);
    await storeCredential(service, own, 'read');
    const later = await storeCredential(service, own, 'full');
    const shown = async () => {
      const { body } = await service.put<AccountAnswer>(`/api/v1/websites/${own.websiteID}`, {});
      return body.accessKey;
    };
    expect(await shown()).toBe(own.accessKey);
    const person = await createAgent(service, own.websiteID);
    const { dataSource } = service.store;
    const read = async () => (await service.get<{ website: Keys }>(`/api/v1/agents/${person.id}`)).body.website;
    expect(await read()).toMatchObject({ accessKey: own.accessKey });
    await dataSource.query(`UPDATE credentials SET secret_sealed = other.secret_sealed FROM credentials other
      WHERE credentials.access_key = '${later.accessKey}' AND other.access_key = '${own.accessKey}'`);
    await dataSource.query(
      `UPDATE credentials SET expires_at = now() + interval '1 day' WHERE access_key = '${own.accessKey}'`,
    );
    expect([await shown(), (await read()).accessKey]).toEqual([later.accessKey, later.accessKey]);
  });
});

const databaseTime = () => microseconds('clock_timestamp()', '');

const endOf = ({ accessKey }: Keys) => microseconds('expires_at', `FROM credentials WHERE access_key = '${accessKey}'`);

/** An exact time of the database: a `Date` has milliseconds, and a request may take less than one. */
async function microseconds(time: string, from: string): Promise<number> {
  const [row] = await service.store.dataSource.query<[{ at: number }]>(
    `SELECT (extract(epoch FROM ${time}) * 1e6)::float8 AS at ${from}`,
  );
  return row.at;
}
