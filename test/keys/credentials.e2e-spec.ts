import { beforeEach, describe, expect, it } from 'vitest';
import { CredentialUses } from '../../libs/auth/src/credential-uses.job.js';
import {
  type AccountAnswer,
  type Answer,
  createAccount,
  createAgent,
  createCredential,
  createSubAccount,
  type CredentialAnswer,
  EventStream,
  type Keys,
  operator,
  type Problem,
  seed,
  specService,
  statementsOf,
} from '@testing';

const ME = '/api/v1/auth/me';

const service = specService();
let account: AccountAnswer;

beforeEach(async () => {
  account = await createAccount(service);
});

const pathOf = ({ websiteID }: { websiteID: number }) => `/api/v1/websites/${websiteID}/credentials`;

const statusOf = async (as: Keys): Promise<number> => (await service.get(ME, { as })).status;

const pairs = async (of = account, as?: Keys): Promise<CredentialAnswer[]> =>
  (await service.get<{ data: CredentialAnswer[] }>(pathOf(of), as ? { as } : {})).body.data;

const create = (body: Parameters<typeof createCredential>[2], as?: Keys) =>
  createCredential(service, account, body, as);

const refused = (body: object): Promise<Answer<Problem>> => service.post<Problem>(pathOf(account), body);

const remove = (id: number, as?: Keys) => service.delete<Problem>(`${pathOf(account)}/${id}`, as ? { as } : {});

/** The keys that the account and its agents show to the account's own writers. */
async function shownKeys(): Promise<[accessKey: string, secretKey: string, inAgents: string]> {
  const { body } = await service.put<Keys>(`/api/v1/websites/${account.websiteID}`, {});
  const { id } = await createAgent(service, account.websiteID);
  const { body: agent } = await service.get<{ website: Keys }>(`/api/v1/agents/${id}`);
  return [body.accessKey, body.secretKey, agent.website.accessKey];
}

const ends = (pair: { id: number }, at: string) =>
  service.store.dataSource.query(`UPDATE credentials SET expires_at = ${at} WHERE id = ${pair.id}`);

describe('a new pair', () => {
  it('shows its secret once, and is valid at once beside the old pair', async () => {
    const made = await create({ scope: 'full', label: 'CRM' });
    expect(made).toMatchObject({
      websiteID: account.websiteID,
      label: 'CRM',
      scope: 'full',
      own: false,
      expiresAt: null,
    });
    expect([made.accessKey, made.secretKey]).toEqual([
      expect.stringMatching(/^adk_\w{49}$/),
      expect.stringMatching(/^ads_\w{49}$/),
    ]);
    expect([await statusOf(account), await statusOf(made)]).toEqual([200, 200]);
    const { secretKey: _, ...listed } = made;
    expect(await pairs()).toEqual([
      expect.objectContaining({ accessKey: account.accessKey, own: true, label: '', scope: 'full' }),
      listed,
    ]);
    expect(JSON.stringify(await pairs())).not.toContain('secretKey');
  });

  it('is valid for its own account only; other accounts have their own pairs', async () => {
    const [other, sub] = [await createAccount(service), await createSubAccount(service, account)];
    const ofSub = await createCredential(service, sub, { scope: 'full' }, account);
    expect(await statusOf(ofSub)).toBe(200);
    expect((await pairs(sub, account)).map(({ accessKey }) => accessKey)).toEqual([sub.accessKey, ofSub.accessKey]);
    for (const as of [other, sub]) expect((await service.get(pathOf(account), { as })).status).toBe(403);
    expect((await service.delete(`${pathOf(other)}/${ofSub.id}`)).status).toBe(404);
    expect(await statusOf(ofSub)).toBe(200);
  });

  it.each([
    [{}, 'scope'],
    [{ scope: 'read', expiresOld: '100d' }, 'expiresOld'],
    [{ scope: 'read', secretKey: 'chosen' }, 'secretKey'],
  ])('is refused with the faults of %j', async (body, field) => {
    expect(await refused(body)).toMatchObject({ status: 400, body: { code: 'INVALID_BODY', errors: [{ field }] } });
  });
});

describe('for each scope', () => {
  it.each(['full', 'read', 'public', 'link'])(
    'at most two pairs of %s exist, and the refusal names them',
    async (scope) => {
      if (scope !== 'full') await create({ scope, label: 'first' });
      const second = await create({ scope, label: 'second', expiresOld: '2h' });
      const { status, body } = await refused({ scope, expiresOld: '1h' });
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'TOO_MANY_CREDENTIALS' });
      const [older] = await pairs().then((all) => all.filter((pair) => pair.scope === scope));
      expect(body.detail).toContain(`ends ${older?.expiresAt}`);
      expect(body.detail).toContain(`${second.accessKey} (second), without an end`);
      expect((await refused({ scope: scope === 'read' ? 'public' : 'read' })).status).toBe(201);
    },
  );

  it('a hundred concurrent creates leave two pairs', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => refused({ scope: 'read', label: `${at}` })),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([201, 201, ...Array<number>(98).fill(409)]);
    expect((await pairs()).filter(({ scope }) => scope === 'read')).toHaveLength(2);
    const { dataSource } = service.store;
    const rows = `SELECT count(*)::int FROM credentials WHERE website_id = ${account.websiteID}`;
    expect(await dataSource.query(rows)).toEqual([{ count: 3 }]);
  });

  it('an expired pair is removed, and makes room', async () => {
    const [first, second] = [await create({ scope: 'read' }), await create({ scope: 'read' })];
    await ends(first, 'clock_timestamp()');
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    expect((await pairs()).map(({ id }) => id)).not.toContain(first.id);
    expect((await remove(first.id)).status).toBe(404);
    const third = await create({ scope: 'read' });
    expect((await pairs()).filter(({ scope }) => scope === 'read').map(({ id }) => id)).toEqual([second.id, third.id]);
  });
});

describe('a rotation', () => {
  it('has no gap: both pairs are valid until the old one ends, and the new one becomes the own pair', async () => {
    const before = await shownKeys();
    expect(before).toEqual([account.accessKey, account.secretKey, account.accessKey]);
    const answer = await service.post<{ message: string; credential: CredentialAnswer }>(
      pathOf(account),
      { scope: 'full', expiresOld: '24h' },
      { as: account },
    );
    const { credential: made } = answer.body;
    expect(made.own).toBe(true);
    expect(await shownKeys()).toEqual([made.accessKey, made.secretKey, made.accessKey]);
    const [old] = await pairs(account, made);
    expect(answer.body.message).toBe(`Credential created; ${account.accessKey} ends ${old?.expiresAt}`);
    const left = Date.parse(old?.expiresAt ?? '') - Date.now();
    expect(left).toBeGreaterThan(23 * 3_600_000);
    expect(left).toBeLessThanOrEqual(24 * 3_600_000 + 60_000);
    expect([await statusOf(account), await statusOf(made)]).toEqual([200, 200]);
    await ends(old!, 'clock_timestamp()'); // the old pair exists
    expect([await statusOf(account), await statusOf(made)]).toEqual([401, 200]);
    expect(await shownKeys()).toEqual([made.accessKey, made.secretKey, made.accessKey]);
  });

  it('at once has an overlap of 0s, and may use the replaced pair', async () => {
    const made = await create({ scope: 'full', expiresOld: '0s' }, account);
    expect([await statusOf(account), await statusOf(made)]).toEqual([401, 200]);
    const again = await create({ scope: 'full', expiresOld: '0s' }, made);
    expect([await statusOf(made), await statusOf(again)]).toEqual([401, 200]);
    expect(await pairs()).toHaveLength(1);
  });

  it('by an update of the account rotates only the own pair', async () => {
    const made = await create({ scope: 'full', expiresOld: '24h' });
    const secretKey = 'a-secret-of-24-characters-or-more';
    await service.put(`/api/v1/websites/${account.websiteID}`, { secretKey });
    expect([await statusOf(account), await statusOf(made), await statusOf({ ...made, secretKey })]).toEqual([
      200, 401, 200,
    ]);
  });

  it('frees the access key of an expired pair, but not of a valid one', async () => {
    const keys = { accessKey: 'a-key-of-old-times', secretKey: 'a-secret-of-24-characters-or-more' };
    const path = `/api/v1/websites/${account.websiteID}`;
    await service.put(path, keys);
    await create({ scope: 'full', expiresOld: '24h' });
    const [old] = await pairs();
    expect((await service.put(path, keys)).status).toBe(409);
    await ends(old!, 'clock_timestamp()'); // the old pair exists
    expect((await service.put<Keys>(path, keys)).body).toMatchObject(keys);
    expect([await statusOf(keys), (await pairs()).length]).toEqual([200, 1]);
  });

  it('does not extend a pair that expires earlier', async () => {
    await create({ scope: 'read' });
    const second = await create({ scope: 'read', expiresOld: '1m' });
    await remove(second.id);
    const before = (await pairs()).find(({ scope }) => scope === 'read')?.expiresAt;
    await create({ scope: 'read', expiresOld: '24h' });
    expect((await pairs()).find(({ scope }) => scope === 'read')?.expiresAt).toBe(before);
  });
});

describe('deleting a pair', () => {
  it('ends it at once, on every replica, for cached responses and streams', async () => {
    const replica = await service.replica();
    const made = await create({ scope: 'full' });
    const path = '/api/v1/listings';
    const ask = async () =>
      Promise.all([service, replica].map(async (one) => (await one.get(path, { as: made })).status));
    expect([await ask(), await ask()]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    const [own, other] = [await EventStream.open(replica, 'now', { as: made }), await EventStream.open(replica, 'now')];
    const { status, body } = await service.delete<{ credential: object }>(`${pathOf(account)}/${made.id}`, {
      as: made,
    });
    const { secretKey: _, ...listed } = made;
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'Credential deleted', credential: listed },
    });
    expect(await ask()).toEqual([401, 401]);
    await own.ended();
    expect(other.hasEnded).toBe(false);
    other.close();
    await replica.stop();
  });

  it('is refused for the last full pair without expiry', async () => {
    const [own] = await pairs();
    expect(await remove(own!.id, account)).toMatchObject({ status: 409, body: { code: 'LAST_CREDENTIAL' } }); // the account has a pair
    await create({ scope: 'read' });
    const made = await create({ scope: 'full', expiresOld: '24h' });
    expect((await remove(made.id)).status).toBe(409);
    expect((await remove(own!.id)).status).toBe(200); // the account has keys
    expect(await shownKeys()).toEqual([made.accessKey, made.secretKey, made.accessKey]);
  });

  it('makes the other full pair the own pair, even in cached responses', async () => {
    const { id } = await createAgent(service, account.websiteID);
    const shown = async () =>
      (await service.get<{ website: Keys }>(`/api/v1/agents/${id}`, { as: made })).body.website.accessKey;
    const made = await create({ scope: 'full' });
    expect([await shown(), await shown()]).toEqual([account.accessKey, account.accessKey]);
    const [own] = await pairs();
    await remove(own!.id); // the account has a pair
    expect(await shown()).toBe(made.accessKey);
    expect((await shownKeys()).slice(0, 2)).toEqual([made.accessKey, made.secretKey]);
  });

  it('that leaked and is the newer of two requires another pair first, which ends the older one at once', async () => {
    const leaked = await create({ scope: 'full', expiresOld: '24h' });
    const { status, body } = await remove(leaked.id);
    expect([status, body.detail]).toEqual([409, expect.stringContaining('"expiresOld": "0s" ends the older one')]);
    const made = await create({ scope: 'full', expiresOld: '0s' });
    expect((await remove(leaked.id)).status).toBe(200);
    expect(await Promise.all([account, leaked, made].map(statusOf))).toEqual([401, 401, 200]);
  });

  it('answers 404 for another account or a malformed id', async () => {
    for (const id of ['0', '2000000000', account._id, 'x']) {
      const { status, body } = await service.delete<Problem>(`${pathOf(account)}/${id}`);
      expect([status, body.detail]).toEqual([404, 'The credential does not exist.']);
    }
    expect((await service.get('/api/v1/websites/2000000000/credentials')).status).toBe(404);
  });
});

describe('a bundle', () => {
  it('contains the own pair, and leaves other pairs unchanged', async () => {
    const reader = await create({ scope: 'read' });
    const made = await create({ scope: 'full', expiresOld: '24h' });
    const { websiteID } = account;
    const headers = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };
    const exported = await fetch(`${service.address}/api/v1/export/accounts.ndjson?id=${websiteID}`, { headers });
    const [line = ''] = (await exported.text()).split('\n');
    const own = JSON.parse(line) as AccountAnswer;
    expect(own).toMatchObject({ websiteID, accessKey: made.accessKey });
    // Bundles of the command line also contain the secret.
    expect(own).not.toHaveProperty('secretKey');
    for (const restored of [own, { ...own, secretKey: made.secretKey }]) await seed(service, { accounts: [restored] });
    expect([await statusOf(account), await statusOf(made), await statusOf(reader)]).toEqual([200, 200, 200]);
    const keys = { accessKey: 'of-another-directory', secretKey: 'a-secret-of-24-characters-or-more' };
    await seed(service, { accounts: [{ ...own, ...keys }] });
    expect(await Promise.all([account, made, keys, reader].map(statusOf))).toEqual([200, 401, 200, 200]);
  });
});

describe('creates, rotations and deletes', () => {
  it('are recorded in the audit log and the log of changes, without secrets', async () => {
    const { dataSource } = service.store;
    const [{ last }] = await dataSource.query<[{ last: string }]>('SELECT coalesce(max(id), 0) AS last FROM changes');
    await dataSource.query('TRUNCATE audit_log');
    const made = await create({ scope: 'full', expiresOld: '1h' }, account);
    const [old] = await pairs();
    await remove(old!.id, made); // the old pair exists
    const entries = await dataSource.query<object[]>('SELECT * FROM audit_log ORDER BY id');
    const of = { resource: 'credential', website_id: account.websiteID, author_website_id: account.websiteID };
    expect(entries).toMatchObject([
      { ...of, action: 'update', resource_id: old?.id, credential_id: old?.id, paths: ['expiresAt'] },
      { ...of, action: 'create', resource_id: made.id, credential_id: old?.id },
      { ...of, action: 'delete', resource_id: old?.id, credential_id: made.id },
    ]);
    const changes = await dataSource.query<{ words: string }[]>(
      `SELECT resource || ' ' || resource_id || ' ' || kind AS words, changes::text AS text FROM changes WHERE id > ${last} ORDER BY id`,
    );
    expect(changes.map(({ words }) => words)).toEqual([
      `credential ${old?.id} updated`,
      `credential ${made.id} created`,
      `credential ${old?.id} deleted`,
    ]);
    expect(JSON.stringify([entries, changes])).not.toContain(made.secretKey);
  });
});

describe('the time of last use', () => {
  it('is collected in memory, and stored with one statement for all pairs, which changes nothing else', async () => {
    const uses = service.app.get(CredentialUses, { strict: false });
    const [one, other] = [await create({ scope: 'read' }), await create({ scope: 'public' })];
    await uses.run();
    expect((await pairs()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null, null]);
    const begun = Date.now();
    for (const as of [one, other]) expect(await statusOf(as)).toBe(200);
    await service.delete(`${pathOf(account)}/${other.id}`);
    const { dataSource } = service.store;
    const count = 'SELECT count(*)::int AS count FROM changes';
    const before = await dataSource.query<object[]>(count);
    const { statements } = await statementsOf(() => uses.run());
    expect(statements).toHaveLength(1);
    expect(await dataSource.query<object[]>(count)).toEqual(before);
    const [, used] = await pairs();
    expect(Math.abs(Date.parse(used?.lastUsedAt ?? '') - begun)).toBeLessThan(60_000);
    expect((await statementsOf(() => uses.run())).statements).toEqual([]);
  });

  it('is kept until it can be stored', async () => {
    const uses = service.app.get(CredentialUses, { strict: false });
    const made = await create({ scope: 'read' });
    expect(await statusOf(made)).toBe(200);
    const { dataSource } = service.store;
    await dataSource.query('ALTER TABLE credential_uses RENAME TO credential_uses_away');
    await uses.run();
    await dataSource.query('ALTER TABLE credential_uses_away RENAME TO credential_uses');
    expect((await pairs()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null]);
    await uses.run();
    expect((await pairs()).at(-1)?.lastUsedAt).toEqual(expect.any(String));
  });

  it('is the latest time of all replicas', async () => {
    const replica = await service.replica();
    const made = await create({ scope: 'read' });
    expect(await statusOf(made)).toBe(200);
    const at = Date.now();
    await replica.get(ME, { as: made });
    // A replica stores its collected times when it ends.
    await replica.stop();
    await service.app.get(CredentialUses, { strict: false }).run();
    const [, used] = await pairs();
    expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(at - 1);
  });
});

it('a wrong secret costs the same work for the access key of the operator, of an account, and of nobody', async () => {
  const secretKey = 'a-wrong-secret-of-24-characters';
  const work = [];
  for (const { accessKey } of [operator, account, { accessKey: 'nobody-has-this-access-key' }]) {
    const { result, statements } = await statementsOf(() => service.get(ME, { as: { accessKey, secretKey } }));
    expect(result.status).toBe(401);
    work.push(statements.map(({ text }) => text));
  }
  expect(work[0]).toHaveLength(1);
  expect(work).toEqual([work[0], work[0], work[0]]);
});
