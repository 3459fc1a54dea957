import { SqlExecutor } from '@app/sql';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { writeHookEndpoints } from '../../libs/accounts/src/accounts.writer.js';
import { behaviours, specReceiver } from '../support/hook-receiver.js';
import {
  type AccountAnswer,
  createAccount,
  createSubAccount,
  type Keys,
  operator,
  type Problem,
  specService,
  storeCredential,
} from '@testing';

interface Hook {
  readonly hookID: number;
}

interface List<Item> {
  readonly data: Item[];
}

interface Secret {
  readonly secret: string;
  readonly formerSecret: string | null;
  readonly formerUntil: string | null;
}

const crm = specReceiver();
const service = specService(() => ({ hooksAllow: [crm.origin], rateLimit: { requests: 1000, seconds: 60 } }));

/** An account with hooks at these URLs and no trigger, so that only pings are sent. */
async function hooked(...urls: string[]): Promise<{ account: AccountAnswer; path: string; hooks: Hook[] }> {
  const account = await createAccount(service, { hooks: urls.map((url) => ({ name: 'CRM', url, trigger: '' })) });
  const path = `/api/v1/websites/${account.websiteID}/hooks`;
  return { account, path, hooks: (await service.get<List<Hook>>(path)).body.data };
}

/** Stores hooks as imports and earlier releases do, with any URL. */
async function storeHooks(websiteID: number, hooks: readonly object[]): Promise<void> {
  await service.store.dataSource.query(
    `UPDATE accounts SET record = jsonb_set(record, '{hooks}', record -> 'hooks' || $1) WHERE id = $2`,
    [JSON.stringify(hooks), websiteID],
  );
  await writeHookEndpoints(service.app.get(SqlExecutor), [websiteID]);
}

/** The path of the first hook of a new account. */
async function oneHook(url = `${crm.origin}/in`) {
  const { account, path, hooks } = await hooked(url);
  const hookID = hooks[0]?.hookID ?? 0;
  return { account, hookID, hook: `${path}/${hookID}` };
}

describe('GET .../websites/{id}/hooks', () => {
  it('returns each URL once, with its triggers and its state', async () => {
    const account = await createAccount(service, {
      hooks: [
        { name: 'CRM', url: 'https://crm.example/in', trigger: 'listing-price' },
        { name: 'CRM', url: 'https://crm.example/in', trigger: 'new-current-listing' },
      ],
    });
    await storeHooks(account.websiteID, [
      { name: 'Inside', url: 'https://10.0.0.1/', trigger: 'all' },
      { name: 'None', url: '', trigger: 'all' },
    ]);
    const { body } = await service.get<List<Hook>>(`/v1/accounts/${account._id}/hooks`, { as: account });
    expect(body.data).toMatchObject([
      {
        url: 'https://crm.example/in',
        triggers: ['listing-price', 'new-current-listing'],
        state: 'active',
        reason: null,
      },
      { url: 'https://10.0.0.1/', triggers: ['all'], reason: 'the URL must name a public host' },
    ]);
  });

  it.each([
    ['http://crm.example/', 'must be https://HOST/PATH on port 443'],
    ['https://10.0.0.1/', 'must name a public host'],
  ])('refuses %j, which is never called, with 400', async (url, message) => {
    const { account } = await hooked('https://crm.example/in');
    const { status, body } = await service.put(`/api/v1/websites/${account.websiteID}`, {
      hooks: [
        { url: 'https://crm.example/in', trigger: '' },
        { url, trigger: 'all' },
      ],
    });
    expect([status, body]).toMatchObject([
      400,
      { detail: `Field hooks[1].url: ${message}.`, errors: [{ field: 'hooks[1].url', message }] },
    ]);
  });

  it('requires a URL and a trigger; an empty trigger means never', async () => {
    const { body } = await service.call('POST', '/api/v1/accounts', {
      body: { name: 'No hooks', link: 'https://www.hooks.example', hooks: [{ name: 'CRM' }] },
    });
    expect(body).toMatchObject({
      errors: ['url', 'trigger'].map((name) => ({ field: `hooks[0].${name}`, message: 'is required' })),
    });
  });

  it('accepts a stored URL that is no longer called', async () => {
    const account = await createAccount(service);
    const website = `/api/v1/websites/${account.websiteID}`;
    const stored = [{ name: 'Inside', url: 'https://10.0.0.1/', trigger: 'all' }];
    await storeHooks(account.websiteID, stored);
    expect((await service.put(website, { about: 'New', hooks: stored })).status).toBe(200);
  });

  it('has pages like other lists', async () => {
    const { path, hooks } = await hooked(...['a', 'b', 'c'].map((name) => `https://crm.example/${name}`));
    const { body } = await service.get<List<Hook> & { nextCursor: string }>(`${path}?limit=2&cursor=`);
    expect(body.data).toEqual(hooks.slice(0, 2));
    const next = await service.get<List<Hook>>(`${path}?limit=2&cursor=${body.nextCursor}`);
    expect(next.body.data).toEqual(hooks.slice(2));
  });
});

describe('the secret of a hook', () => {
  it('stays the same when the hooks are replaced, and is not cached', async () => {
    const { account, hook } = await oneHook();
    const first = await service.get<Secret>(`${hook}/secret`);
    expect(first.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(first.body).toEqual({
      secret: expect.stringMatching(/^whsec_/) as string,
      formerSecret: null,
      formerUntil: null,
    });
    const hooks = [
      { url: 'https://other.example/', trigger: '' },
      { name: 'New name', url: `${crm.origin}/in`, trigger: '' },
    ];
    await service.put(`/api/v1/websites/${account.websiteID}`, { hooks });
    expect((await service.get<Secret>(`${hook}/secret`)).body).toEqual(first.body);
  });

  it('does not return to a former value when a hook is removed and added again', async () => {
    const { account, path, hooks } = await hooked(`${crm.origin}/leaked`);
    const { body } = await service.call<Secret>('POST', `${path}/${hooks[0]?.hookID}/rotate`);
    const website = `/api/v1/websites/${account.websiteID}`;
    await service.put(website, { hooks: [] });
    await service.put(website, { hooks: [{ url: `${crm.origin}/leaked`, trigger: '' }] });
    const [again] = (await service.get<List<Hook>>(path)).body.data;
    expect(again?.hookID).not.toBe(hooks[0]?.hookID);
    expect((await service.get<Secret>(`${path}/${again?.hookID}/secret`)).body).toEqual(body);
  });

  it('is replaced, and the former secret signs for another day', async () => {
    const { account, hook } = await oneHook(`${crm.origin}/rotated`);
    const { secret: former } = (await service.get<Secret>(`${hook}/secret`)).body;
    const rotated = await service.call<Secret>('POST', `${hook}/rotate`, { as: account });
    expect(rotated.headers.get('cache-control')).toBe('no-store, no-transform');
    const { secret, formerSecret, formerUntil } = rotated.body;
    expect([formerSecret, secret === former]).toEqual([former, false]);
    expect(Date.parse(formerUntil ?? '') / 1000 - Date.now() / 1000).toBeCloseTo(24 * 3600, -2);
    expect((await service.get<Secret>(`${hook}/secret`)).body).toEqual(rotated.body);
    await service.call('POST', `${hook}/ping`);
    const { body = '', headers = {} } = crm.received.findLast(({ path }) => path === '/rotated') ?? {};
    for (const holder of [secret, former]) {
      expect(new Webhook(holder).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'ping' });
    }
  });
});

describe('a ping', () => {
  it('arrives signed, returns its result, and is in the log', async () => {
    const { account, hook, hookID } = await oneHook();
    crm.behaviour = behaviours.answers(503, {}, 'under maintenance');
    const { body } = await service.call<object>('POST', `${hook}/ping`, { as: account });
    expect(body).toMatchObject({ status: 503, reply: 'under maintenance' });
    const message = crm.received.at(-1);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'ping',
      data: { websiteID: account.websiteID, hookID },
    });
    const log = await service.get<List<object>>(`${hook}/deliveries`, { as: account });
    expect(log.body.data).toMatchObject([
      { deliveryID: message?.headers['webhook-id'], type: 'ping', attempt: 1, status: 503, nextAt: null },
    ]);
    const [listed] = (await service.get<List<Hook>>(hook.replace(/\/\d+$/, ''))).body.data;
    expect(listed).toMatchObject({ state: 'active', lastStatus: 503 });
  });

  it('reveals nothing about the internal network', async () => {
    const answers = await Promise.all(
      ['https://10.0.0.1/', 'https://metadata.google.internal/'].map(async (url) => {
        const { websiteID } = await createAccount(service);
        await storeHooks(websiteID, [{ name: '', url, trigger: '' }]);
        const path = `/api/v1/websites/${websiteID}/hooks`;
        const [hook] = (await service.get<List<Hook>>(path)).body.data;
        return (await service.call<Record<string, unknown>>('POST', `${path}/${hook?.hookID}/ping`)).body;
      }),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ status: null, reply: 'the URL must name a public host' });
  });
});

describe('pings and replays of an account with its sub-accounts are limited', () => {
  it.each([
    ['ping', undefined, 200],
    ['replay', { since: '1h' }, 202],
  ])('%s: ten a minute, whoever calls', async (action, body, accepted) => {
    const { account, path, hooks } = await hooked(`${crm.origin}/a`, `${crm.origin}/b`);
    const sub = await createSubAccount(service, account, { hooks: [{ url: `${crm.origin}/sub`, trigger: '' }] });
    const subPath = `/api/v1/websites/${sub.websiteID}/hooks`;
    const [hook] = (await service.get<List<Hook>>(subPath)).body.data;
    const paths = [...hooks.map(({ hookID }) => `${path}/${hookID}`), `${subPath}/${hook?.hookID}`];
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++) {
      const as = at % 2 ? account : operator;
      statuses.push((await service.call('POST', `${paths[at % 3]}/${action}`, { as, body })).status);
      // A replay has ended before the next one.
      await service.store.dataSource.query('UPDATE hook_states SET replay_until = NULL');
    }
    expect(statuses).toEqual([...Array<number>(10).fill(accepted), 429]);
    const other = `/v1/accounts/${account._id}/hooks/${hooks[0]?.hookID}/${action}`;
    const { headers } = await service.call('POST', other, { body });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a disabled hook', () => {
  it('can be enabled, and is tried at once', async () => {
    const { account, hook, hookID } = await oneHook();
    const { dataSource } = service.store;
    await dataSource.query(
      `UPDATE hook_states SET state = 'disabled', reason = 'The receiver responded with 410.', failures = 7, failing_since = now(),
        rests_until = now() + interval '1 day' WHERE hook_id = $1`,
      [hookID],
    );
    const listed = (await service.get<List<Hook>>(hook.replace(/\/\d+$/, ''))).body.data;
    expect(listed).toMatchObject([{ state: 'disabled', reason: 'The receiver responded with 410.', failures: 7 }]);
    const { body } = await service.call<Hook>('POST', `${hook}/enable`, { as: account });
    expect(body).toMatchObject({ hookID, state: 'active', reason: null, failures: 0, failingSince: null });
  });
});

describe('a replay', () => {
  const place = async (hookID: number): Promise<number | undefined> => {
    const rows = await service.store.dataSource.query<{ xid: number }[]>(
      'SELECT cursor_xid::int AS xid FROM hook_states WHERE hook_id = $1',
      [hookID],
    );
    return rows[0]?.xid;
  };
  const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

  it('moves back to a time, and never forward', async () => {
    const { account, hook, hookID } = await oneHook();
    const before = new Date().toISOString();
    await service.put(`/api/v1/websites/${account.websiteID}`, { about: 'changed' });
    const [change] = await service.store.dataSource.query<{ xid: string }[]>(
      'SELECT xid::text FROM changes WHERE resource_id = $1 ORDER BY id DESC LIMIT 1',
      [account.websiteID],
    );
    const xid = Number(change?.xid);
    const store = (values: string) =>
      service.store.dataSource.query(`UPDATE hook_states SET ${values} WHERE hook_id = $1`, [hookID]);
    await store(`cursor_xid = ${xid}`);
    const accepted = await service.post(`${hook}/replay`, { since: before }, { as: account });
    expect([accepted.status, accepted.body]).toEqual([202, { message: 'Replay accepted' }]);
    expect(await place(hookID)).toBe(xid - 1);
    const again = () => service.post<Problem>(`${hook}/replay`, { since: before }, { as: account });
    const refused = await again();
    expect([refused.status, refused.body.code]).toEqual([429, 'REPLAY_UNDER_WAY']);
    await store('cursor_xid = replay_until');
    expect((await again()).status).toBe(202);
    expect(await place(hookID)).toBe(xid - 1);
    await store(`cursor_xid = 1, state = 'disabled'`);
    expect((await again()).status).toBe(202);
    expect(await place(hookID)).toBe(1);
  });

  it.each([
    [{ since: ago(31 * 24 * 3_600_000) }, 'must be a time within the last 30 days'],
    [{ since: ago(-60_000) }, 'must be a time within the last 30 days'],
    [{ since: 'yesterday' }, /^must be a date and time/],
    [{ since: null }, /./],
  ])('is refused for %j', async (body, message) => {
    const { hook, hookID } = await oneHook();
    const before = await place(hookID);
    const { status, body: problem } = await service.post<Problem>(`${hook}/replay`, body);
    expect([status, problem.errors]).toEqual([
      400,
      [{ field: 'since', message: expect.stringMatching(message) as string }],
    ]);
    expect(await place(hookID)).toBe(before);
  });
});

describe('hooks can be read and changed', () => {
  const REQUESTS = [
    ['GET', ''],
    ['GET', '/HOOK/secret'],
    ['GET', '/HOOK/deliveries'],
    ['POST', '/HOOK/rotate'],
    ['POST', '/HOOK/ping'],
    ['POST', '/HOOK/enable'],
    ['POST', '/HOOK/replay', { since: new Date().toISOString() }],
  ] as const;
  const each = (status: number): number[] => REQUESTS.map(() => status);

  const statuses = async (as: Keys | null, base: string, hookID: number | string): Promise<number[]> => {
    const found: number[] = [];
    for (const [method, path, body] of REQUESTS) {
      found.push((await service.call(method, base + path.replace('HOOK', String(hookID)), { as, body })).status);
    }
    return found;
  };

  it('by the account, its main account and the operator, with the scope full only', async () => {
    const main = await createAccount(service);
    const sub = await createSubAccount(service, main, { hooks: [{ url: `${crm.origin}/sub`, trigger: '' }] });
    const base = `/api/v1/websites/${sub.websiteID}/hooks`;
    const [hook] = (await service.get<List<Hook>>(base)).body.data;
    const of = (as: Keys | null) => statuses(as, base, hook?.hookID ?? 0);
    for (const owner of [operator, main, sub]) {
      expect(await of(owner)).toEqual([...each(200).slice(1), 202]);
      // The replay has ended.
      await service.store.dataSource.query(
        'UPDATE hook_states SET cursor_xid = replay_until WHERE replay_until IS NOT NULL',
      );
    }
    const strangers = [
      await createAccount(service),
      await createSubAccount(service, main),
      await storeCredential(service, sub, 'read'),
      await storeCredential(service, sub, 'public'),
      await storeCredential(service, main, 'read'),
    ];
    for (const stranger of strangers) expect(await of(stranger)).toEqual(each(403));
    expect(await of(null)).toEqual(each(401));
  });

  it('only under their own account; otherwise they do not exist', async () => {
    const own = await oneHook();
    const other = await oneHook();
    const base = `/api/v1/websites/${own.account.websiteID}/hooks`;
    for (const hookID of [other.hookID, 2_000_000_000, 'x', own.account._id]) {
      for (const as of [own.account, operator]) {
        expect((await statuses(as, base, hookID)).slice(1)).toEqual(each(404).slice(1));
      }
    }
    expect(await statuses(operator, '/api/v1/websites/2000000000/hooks', own.hookID)).toEqual(each(404));
  });
});
