import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@app/persistence';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReceiver, type Receiver } from '../../support/hook-receiver.js';
import {
  createAgent,
  createOperatorPair,
  InProcessCommand,
  type OperatorPairAnswer,
  specFolder,
  storeEnvironment,
  testDataSource,
  TestService,
  withClient,
} from '@testing';
import { debianPostgres, DebianServer } from './debian-postgres.js';
import { leftOut } from '../../support/programs.js';
import { allAnswers } from '../../upgrades/all-answers.js';
import { fill } from '../../upgrades/1.0.0.fill.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = specFolder('backup');
/** More transaction ids than a fresh server has used after a restore. */
const TRANSACTIONS = 20_000;

const COMMAND = /^(?:DATABASE_URL="\$(\w+)" )?npm run directory -- (.*)$/;

/** Runs a block of the page, its operator commands in this process. @returns the output */
async function run(script: string, cwd: string, env: Record<string, string>): Promise<string> {
  const PATH = `${debianPostgres}:${process.env['PATH']}`;
  let printed = '';
  for (const line of script.trim().split('\n')) {
    const [, database = 'DATABASE_URL', words] = COMMAND.exec(line) ?? [];
    if (words) {
      const command = new InProcessCommand(words.split(' '), { ...env, DATABASE_URL: env[database] }, cwd);
      expect([line, await command.ended]).toEqual([line, 0]);
      printed += command.output;
    } else printed += (await promisify(execFile)('sh', ['-euc', line], { cwd, env: { ...env, PATH } })).stdout;
  }
  return printed;
}

// The embedded PostgreSQL contains no pg_dump.
const why = leftOut(debianPostgres ? [] : ["Debian's postgresql"]);

describe.skipIf(!debianPostgres)(`docs/BACKUP.md, on filled data${why}`, () => {
  let servers: DebianServer[];
  let blocks: string[];
  let crm: Receiver;
  let service: TestService;
  let restored: TestService;
  let pair: OperatorPairAnswer;
  let before: Map<string, string>;
  let cursor: string;

  const serviceOn = async (url: string): Promise<TestService> => {
    const dataSource = await testDataSource(url).initialize();
    const drop = () => dataSource.destroy();
    return TestService.start({ hooksAllow: [crm.origin] }, { url, dataSource, drop });
  };

  /** Another process on a database, which calls the hooks. */
  const leaderOn = (one: TestService) => one.replica({ hooks: 'on', hooksAllow: [crm.origin] });

  const first = { headers: { 'idempotency-key': 'before-the-dump' } };
  const agent = { websiteID: 12, name: 'Once Only', firstname: 'Once', lastname: 'Only' };

  beforeAll(async () => {
    const page = await readFile(join(ROOT, 'docs/BACKUP.md'), 'utf8');
    blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
    crm = await startReceiver();
    servers = await Promise.all([DebianServer.start(), DebianServer.start()]);
    const [from, to] = servers as [DebianServer, DebianServer];
    const url = await from.create('directory');
    const dataSource = await testDataSource(url).initialize();
    await migrate(dataSource);
    await dataSource.destroy();
    // The transaction ids are far ahead of those of the other server.
    await withClient(url, (client) =>
      client.query(`DO $$ BEGIN
        FOR n IN 1..${TRANSACTIONS} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP;
      END $$`),
    );
    service = await serviceOn(url);
    await fill(service);
    await service.put('/api/v1/websites/13', { hooks: [{ name: 'CRM', url: `${crm.origin}/in`, trigger: 'all' }] });
    const leader = await leaderOn(service);
    await service.put('/api/v1/websites/13', { about: 'Before the dump' });
    await vi.waitFor(() => expect(crm.received).not.toEqual([]), { timeout: 60_000, interval: 50 });
    await leader.stop();
    pair = await createOperatorPair(service, 'full', 'Portal');
    await service.post('/api/v1/agents', agent, first);
    const { body } = await service.get<{ cursor: string }>('/api/v1/changes?since=now');
    ({ cursor } = body);
    const env = { ...storeEnvironment(url), ADMIN_URL: to.adminUrl, RESTORED_URL: to.urlOf('restored') };
    const [dump = '', restore = ''] = blocks;
    await run(dump, folder, env);
    before = await allAnswers(service);
    crm.received.splice(0);
    expect(await run(restore, folder, env)).toContain('The schema is up to date.');
    restored = await serviceOn(to.urlOf('restored'));
  });

  afterAll(async () => {
    await restored.stop();
    await service.stop();
    await crm[Symbol.asyncDispose]();
    for (const server of servers) await server[Symbol.asyncDispose]();
  });

  it('restores a service with the same responses', async () => {
    const after = await allAnswers(restored);
    const differing = [...before.keys()].filter((path) => before.get(path) !== after.get(path));
    // The server is another one, so its log of changes starts anew.
    expect(differing.filter((path) => path !== '/api/v1/changes')).toEqual([]);
    expect(before.size).toBeGreaterThan(30);
    expect((await restored.get('/api/v1/auth/me', { as: pair })).body).toMatchObject({ name: 'Portal' });
  });

  it('repeats the response to an idempotency key, and numbers new rows after those of the dump', async () => {
    const again = await restored.post<{ id: number }>('/api/v1/agents', agent, first);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await createAgent(restored, 12, 'After Restore')).id).toBeGreaterThan(again.body.id);
  });

  it('expires the cursors of the feed, and hooks continue', async () => {
    const expired = await restored.get(`/api/v1/changes?since=${cursor}`);
    expect(expired).toMatchObject({ status: 410, body: { code: 'CURSOR_EXPIRED' } });
    const { body } = await restored.get<{ cursor: string }>('/api/v1/changes?since=now');
    const leader = await leaderOn(restored);
    const types = () => crm.received.map(({ body: text }) => (JSON.parse(text) as { type: string }).type);
    await expect.poll(types, { timeout: 60_000 }).toEqual(['resync']);
    await restored.put('/api/v1/websites/13', { about: 'After the restore' });
    const changes = async () =>
      (await restored.get<{ data: unknown[] }>(`/api/v1/changes?since=${body.cursor}`)).body.data.length;
    await expect.poll(changes, { timeout: 60_000 }).toBe(1);
    await expect.poll(types, { timeout: 60_000 }).toContain('account-updated');
    await leader.stop();
  });

  it('has no changes with future transaction ids', async () => {
    const [{ future, past }] = await restored.store.dataSource.query<[{ future: number; past: number }]>(
      `SELECT count(*) FILTER (WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()))::int AS future,
        count(*)::int AS past FROM changes`,
    );
    expect([future, past]).toEqual([0, expect.any(Number)]);
    expect(past).toBeGreaterThan(0);
  });

  it('upgrades', async () => {
    const [, , upgrade = ''] = blocks;
    expect(await run(upgrade, folder, storeEnvironment(restored.store.url))).toContain('The schema is up to date.');
  });
});
