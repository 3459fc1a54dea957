import { WriteTracesJob } from '@app/audit';
import { SqlExecutor } from '@app/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  agentBody,
  createAccount,
  createSubAccount,
  expectProblem,
  expectUnlessOthersCommit,
  type Keys,
  type Problem,
  specService,
  statementsOf,
  storeCredential,
} from '@testing';

const PATH = '/api/v1/audit';

interface Page {
  readonly data: Record<'at' | 'action' | 'resource' | 'resourceID' | 'credential' | 'address', string>[];
  readonly total: number;
  readonly nextCursor: string | null;
}

const service = specService();
let main: AccountAnswer;
let sub: AccountAnswer;
let stranger: AccountAnswer;
let agent: number;

beforeAll(async () => {
  main = await createAccount(service);
  sub = await createSubAccount(service, main);
  stranger = await createAccount(service);
  const { body } = await service.post<{ id: number }>('/api/v1/agents', agentBody(sub.websiteID), { as: main });
  agent = body.id;
  await service.put(`/api/v1/agents/${agent}`, { biography: 'x' }, { as: sub });
  await service.put(`/api/v1/websites/${stranger.websiteID}`, { about: 'x' });
});

async function read(query = '', as?: Keys): Promise<Page> {
  const { status, body } = await service.get<Page>(`${PATH}?${query}`, as ? { as } : {});
  expect(status).toBe(200);
  return body;
}

const shortly = ({ data }: Page) =>
  data.map(({ action, resource, resourceID }) => `${action} ${resource} ${resourceID}`);

const all = () => [
  `update account ${stranger.websiteID}`,
  `update agent ${agent}`,
  `create agent ${agent}`,
  `create account ${stranger.websiteID}`,
  `create account ${sub.websiteID}`,
  `create account ${main.websiteID}`,
];

describe('GET /api/v1/audit (B23)', () => {
  it('returns all entries to the operator, the latest first', async () => {
    const page = await read();
    expect(shortly(page)).toEqual(all());
    expect(page.total).toBe(6);
    expect((await service.get<Page>('/v1/audit')).body).toEqual(page);
  });

  it('returns to an account the entries about it, and the actions of its keys', async () => {
    expect(shortly(await read('', main))).toEqual([`create agent ${agent}`, `create account ${main.websiteID}`]);
    expect(shortly(await read('', sub))).toEqual([
      `update agent ${agent}`,
      `create agent ${agent}`,
      `create account ${sub.websiteID}`,
    ]);
    expect(shortly(await read(`websiteID=${stranger.websiteID}`, sub))).toEqual([]);
  });

  it('shows the address of a client to the operator and to the author', async () => {
    const [update, create] = (await read('resource=agent', sub)).data;
    expect(update).toMatchObject({ role: 'account', authorWebsiteID: sub.websiteID, address: '127.0.0.1' });
    expect(create).toMatchObject({ role: 'account', authorWebsiteID: main.websiteID, address: null });
    expect((await read('resource=agent')).data.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  it('filters by action, resource, caller and time', async () => {
    const everything = await read();
    const [first, second] = everything.data;
    const found = async (query: string) => shortly(await read(query));
    expect(await found('action=update')).toEqual(all().slice(0, 2));
    expect(await found('action=update,delete&resource=account')).toEqual(all().slice(0, 1));
    expect(await found(`resource=agent&id=${agent}`)).toEqual(all().slice(1, 3));
    expect(await found(`credential=${second?.credential}`)).toEqual([`update agent ${agent}`]);
    expect(await found(`websiteID=${stranger.websiteID}`)).toEqual([all()[0], all()[3]]);
    expect(await found(`since=${first?.at}&until=${first?.at}`)).toContain(all()[0]);
    expect(await found(`until=${new Date(Date.parse(first?.at ?? '') - 1).toISOString()}`)).not.toContain(all()[0]);
    const today = first?.at.slice(0, 10);
    const yesterday = new Date(Date.parse(today ?? '') - 1).toISOString().slice(0, 10);
    expect(await found(`since=${yesterday}&until=${today}`)).toEqual(all());
    expect(await found(`until=${yesterday}`)).toEqual([]);
    expect(await found('since=2999-01-01')).toEqual([]);
  });

  it('has pages and cursors', async () => {
    const paged = [await read('limit=4'), await read('limit=4&page=2')];
    expect(paged.flatMap(shortly)).toEqual(all());
    const start = await read('limit=4&cursor=');
    const rest = await read(`limit=4&cursor=${start.nextCursor}`);
    expect([start, rest].flatMap(shortly)).toEqual(all());
    expect(rest.nextCursor).toBeNull();
  });

  it('contains an entry as soon as it is committed, even if nothing else was committed', async () => {
    const far = 'action=ping&limit=1&page=2';
    for (let total = 0; total < 3; total += 1) {
      expect([(await read(far)).total, (await read('action=ping')).data.length]).toEqual([total, total]);
      await service.store.dataSource.query(
        `INSERT INTO audit_log (role, action, resource, paths) VALUES ('operator', 'ping', 'hook', '{}')`,
      );
    }
  });

  it('shows an account the resources that left it', async () => {
    await service.store.dataSource.query(
      `INSERT INTO audit_log (role, action, resource, website_id, former_website_id, paths)
        VALUES ('operator', 'replay', 'agent', $1, $2, '{websiteID}')`,
      [stranger.websiteID, sub.websiteID],
    );
    const totals = [main, sub, stranger].map(async (as) => (await read('action=replay', as)).total);
    expect(await Promise.all(totals)).toEqual([0, 1, 1]);
  });

  it.each(['read', 'public'])('is forbidden for credentials of the scope %s', async (scope) => {
    const keys = await storeCredential(service, main, scope);
    expectProblem(await service.get<Problem>(PATH, { as: keys }), 403, 'FORBIDDEN');
  });
});

describe('an audit entry and a stored response', () => {
  it('do not invalidate caches (B4)', async () => {
    const ask = (path: string) => statementsOf(() => service.get(path));
    await expectUnlessOthersCommit(async () => {
      for (const path of ['/api/v1/agents?limit=2', `/api/v1/agents/${agent}`]) {
        await ask(path);
        const { statements: cached } = await ask(path);
        await service.store.dataSource.query(`WITH answer AS (
            INSERT INTO idempotent_answers (credential_id, key, fingerprint, answer) VALUES (0, gen_random_uuid(), '', '')
          ) INSERT INTO audit_log (role, action, resource, paths) VALUES ('operator', 'replay', 'hook', '{}')`);
        const { statements } = await ask(path);
        expect(statements.map(({ text }) => text)).toEqual(cached.map(({ text }) => text));
        expect(statements).toHaveLength(1);
      }
    });
  });

  it('are kept for a limited time: entries for the configured days, responses for one day', async () => {
    const { dataSource } = service.store;
    await dataSource.query(`INSERT INTO audit_log (at, role, action, resource, paths)
      SELECT now() - days * interval '1 day', 'operator', 'import', 'suburb', '{}' FROM generate_series(398, 10400) days`);
    await dataSource.query(`INSERT INTO idempotent_answers (credential_id, key, at, fingerprint, answer)
      SELECT 0, hours, now() - hours * interval '1 hour', '', '' FROM generate_series(22, 26) hours`);
    await new WriteTracesJob(SqlExecutor.of(dataSource), { auditRetention: 400 }).run();
    expect((await read('action=import')).total).toBe(2);
    const keys = await dataSource.query<{ key: string }[]>(
      `SELECT key FROM idempotent_answers WHERE key ~ '^..$' ORDER BY key`,
    );
    expect(keys.map(({ key }) => key)).toEqual(['22', '23']);
  });
});
