import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { behaviours, startReceiver, type Receiver } from '../libs/hooks/src/receiver.support.js';
import { createAccount, createSubAccount, type AccountAnswer } from './factories/account.factory.js';
import { storeCredential } from './factories/credential.factory.js';
import { operator, TestService, type Keys } from './support/service.js';

interface Hook {
  readonly hookID: number;
  readonly url: string;
  readonly triggers: string[];
  readonly state: string;
  readonly reason: string | null;
  readonly lastStatus: number | null;
}

interface List<Item> {
  readonly data: Item[];
  readonly totalCount: number;
}

interface Secret {
  readonly secret: string;
  readonly formerSecret: string | null;
  readonly formerUntil: string | null;
}

interface Delivery {
  readonly deliveryID: string;
  readonly type: string;
  readonly status: number | null;
  readonly reply: string;
}

let service: TestService;
let crm: Receiver;

beforeAll(async () => {
  crm = await startReceiver();
  service = await TestService.start({ hooksAllow: [crm.origin], rateLimit: { requests: 1000, seconds: 60 } });
});

afterAll(async () => {
  await service.stop();
  await crm[Symbol.asyncDispose]();
});

/** An account with hooks at these URLs, without a trigger: nothing but pings is sent. */
async function hooked(...urls: string[]): Promise<{ account: AccountAnswer; path: string; hooks: Hook[] }> {
  const account = await createAccount(service, { hooks: urls.map((url) => ({ name: 'CRM', url, trigger: '' })) });
  const path = `/api/v1/websites/${account.websiteID}/hooks`;
  return { account, path, hooks: (await service.get<List<Hook>>(path)).body.data };
}

/** The path of the first hook of a new account. */
async function oneHook(url = `${crm.origin}/in`) {
  const { account, path, hooks } = await hooked(url);
  const hookID = hooks[0]?.hookID ?? 0;
  return { account, hookID, hook: `${path}/${hookID}` };
}

describe('GET .../websites/{id}/hooks', () => {
  it('has each URL once, with its triggers and how it stands', async () => {
    const account = await createAccount(service, {
      hooks: [
        { name: 'CRM', url: 'https://crm.example/in', trigger: 'listing-price' },
        { name: 'CRM', url: 'https://crm.example/in', trigger: 'new-current-listing' },
        { name: 'Inside', url: 'https://10.0.0.1/', trigger: 'all' },
        { name: 'None', url: '', trigger: 'all' },
      ],
    });
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

  it('has pages like other lists', async () => {
    const { path, hooks } = await hooked(...['a', 'b', 'c'].map((name) => `https://crm.example/${name}`));
    const { body } = await service.get<List<Hook> & { nextCursor: string }>(`${path}?limit=2&cursor=`);
    expect(body.data).toEqual(hooks.slice(0, 2));
    const next = await service.get<List<Hook>>(`${path}?limit=2&cursor=${body.nextCursor}`);
    expect(next.body.data).toEqual(hooks.slice(2));
  });
});

describe('the secret of a hook', () => {
  it('stays when the hooks are replaced, and is cached nowhere', async () => {
    const { account, hook } = await oneHook();
    const first = await service.get<Secret>(`${hook}/secret`);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.body).toEqual({
      secret: expect.stringMatching(/^whsec_/) as string,
      formerSecret: null,
      formerUntil: null,
    });
    const hooks = [{ url: 'https://other.example/' }, { name: 'New name', url: `${crm.origin}/in` }];
    await service.put(`/api/v1/websites/${account.websiteID}`, { hooks });
    expect((await service.get<Secret>(`${hook}/secret`)).body).toEqual(first.body);
  });

  it('is replaced, and the former one signs along for a day', async () => {
    const { account, hook } = await oneHook(`${crm.origin}/rotated`);
    const { secret: former } = (await service.get<Secret>(`${hook}/secret`)).body;
    const rotated = await service.call<Secret>('POST', `${hook}/rotate`, { as: account });
    expect(rotated.headers.get('cache-control')).toBe('no-store');
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
  it('arrives signed, is answered with what came of it, and is in the log', async () => {
    const { account, hook, hookID } = await oneHook();
    crm.behaviour = behaviours.answers(503, {}, 'under maintenance');
    const { body } = await service.call<Delivery>('POST', `${hook}/ping`, { as: account });
    expect(body).toMatchObject({ status: 503, reply: 'under maintenance' });
    const message = crm.received.at(-1);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'ping',
      data: { websiteID: account.websiteID, hookID },
    });
    const log = await service.get<List<Delivery>>(`${hook}/deliveries`, { as: account });
    expect(log.body.data).toMatchObject([
      { deliveryID: message?.headers['webhook-id'], type: 'ping', attempt: 1, status: 503, nextAt: null },
    ]);
    const [listed] = (await service.get<List<Hook>>(hook.replace(/\/\d+$/, ''))).body.data;
    expect(listed).toMatchObject({ state: 'active', lastStatus: 503 });
  });

  it('tells nothing of our network', async () => {
    const answers = await Promise.all(
      ['https://10.0.0.1/', 'https://metadata.google.internal/'].map(async (url) => {
        const { hook } = await oneHook(url);
        return (await service.call<Delivery>('POST', `${hook}/ping`)).body;
      }),
    );
    expect(answers.map(({ status, reply }) => [status, reply])).toEqual(
      answers.map(() => [null, 'the URL must name a public host']),
    );
  });

  it('is no scanner: ten a minute for an account, whoever asks', async () => {
    const { account, path, hooks } = await hooked(`${crm.origin}/a`, `${crm.origin}/b`);
    const ping = (at: number) =>
      service.call('POST', `${path}/${hooks[at % 2]?.hookID}/ping`, { as: at % 3 ? account : operator });
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++) statuses.push((await ping(at)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    const { headers } = await service.call('POST', `/v1/accounts/${account._id}/hooks/${hooks[0]?.hookID}/ping`);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

it('writes are recorded, reads are not', async () => {
  const { account, hookID, hook } = await oneHook();
  await service.get(`${hook}/secret`, { as: account });
  for (const write of ['rotate', 'ping']) await service.call('POST', `${hook}/${write}`, { as: account });
  const entries = await service.store.dataSource.query<object[]>(
    `SELECT action, author_website_id AS author, website_id AS of FROM audit_log
     WHERE resource = 'hook' AND resource_id = $1 ORDER BY id`,
    [hookID],
  );
  const by = { author: account.websiteID, of: account.websiteID };
  expect(entries).toEqual([
    { action: 'rotate', ...by },
    { action: 'ping', ...by },
  ]);
});

describe('who may see and change hooks', () => {
  const REQUESTS = [
    ['GET', ''],
    ['GET', '/HOOK/secret'],
    ['GET', '/HOOK/deliveries'],
    ['POST', '/HOOK/rotate'],
    ['POST', '/HOOK/ping'],
  ] as const;

  const statuses = async (as: Keys | null, base: string, hookID: number | string): Promise<number[]> => {
    const found: number[] = [];
    for (const [method, path] of REQUESTS) {
      found.push((await service.call(method, base + path.replace('HOOK', String(hookID)), { as })).status);
    }
    return found;
  };

  it('itself, its main account and the operator; nobody else, and only with the scope full', async () => {
    const main = await createAccount(service);
    const sub = await createSubAccount(service, main, { hooks: [{ url: `${crm.origin}/sub` }] });
    const base = `/api/v1/websites/${sub.websiteID}/hooks`;
    const [hook] = (await service.get<List<Hook>>(base)).body.data;
    const of = (as: Keys | null) => statuses(as, base, hook?.hookID ?? 0);
    for (const owner of [operator, main, sub]) expect(await of(owner)).toEqual([200, 200, 200, 200, 200]);
    const strangers = [
      await createAccount(service),
      await createSubAccount(service, main),
      await storeCredential(service, sub, 'read'),
      await storeCredential(service, sub, 'public'),
      await storeCredential(service, main, 'read'),
    ];
    for (const stranger of strangers) expect(await of(stranger)).toEqual([403, 403, 403, 403, 403]);
    expect(await of(null)).toEqual([401, 401, 401, 401, 401]);
  });

  it('a hook of another account, or none, does not exist', async () => {
    const own = await oneHook();
    const other = await oneHook();
    const base = `/api/v1/websites/${own.account.websiteID}/hooks`;
    for (const hookID of [other.hookID, 2_000_000_000, 'x', own.account._id]) {
      for (const as of [own.account, operator]) {
        expect((await statuses(as, base, hookID)).slice(1)).toEqual([404, 404, 404, 404]);
      }
    }
    expect(await statuses(operator, '/api/v1/websites/2000000000/hooks', own.hookID)).toEqual([
      404, 404, 404, 404, 404,
    ]);
  });
});
