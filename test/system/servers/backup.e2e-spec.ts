import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@app/persistence';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReceiver, type Receiver } from '../../support/hook-receiver.js';
import {
  accountBody,
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
import { debianPostgres, DebianServer, serverAccount } from './debian-postgres.js';
import { leftOut } from '../../support/programs.js';
import { allAnswers } from '../../upgrades/all-answers.js';
import { fill } from '../../upgrades/1.0.0.fill.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const page = readFileSync(join(ROOT, 'docs/BACKUP.md'), 'utf8');
/** The block of the page that contains a text. */
const blockWith = (text: string): string => {
  const [, block] = [...page.matchAll(/```sh\n(.*?)```/gs)].find(([, each]) => each?.includes(text)) ?? [];
  if (!block) throw new Error(`No block of docs/BACKUP.md contains ${text}`);
  return block;
};
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
    await run(blockWith('--file=directory.dump'), folder, env);
    before = await allAnswers(service);
    crm.received.splice(0);
    expect(await run(blockWith('CREATE DATABASE restored'), folder, env)).toContain('The schema is up to date.');
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
    expect(await run(blockWith('before-upgrade'), folder, storeEnvironment(restored.store.url))).toContain(
      'The schema is up to date.',
    );
  });
});

/** The response to a new account. */
interface Created {
  readonly account: { readonly websiteID: number };
}

/** The commands of the page, as root on Debian, for servers in a folder of this spec. */
const SERVICE_COMMAND = /systemctl (start|restart) postgresql@15-(\w+)/g;

describe.skipIf(!debianPostgres)(`backups by docs/BACKUP.md on Debian${why}`, () => {
  const bin = debianPostgres ?? '';
  const version = basename(dirname(bin));
  let home: string;

  /** Runs a block of the page as the user of the server. @returns the output */
  const typed = async (block: string, env: Record<string, string> = {}): Promise<string> => {
    const script = block
      .replaceAll('runuser -u postgres -- ', '')
      .replaceAll(' -o postgres', '')
      .replaceAll(SERVICE_COMMAND, 'pg_ctlcluster 15 $2 $1')
      .replaceAll('/usr/lib/postgresql/15/bin', bin)
      .replaceAll('/var/backups', join(home, 'backups'))
      .replaceAll('/var/lib/postgresql', join(home, 'data'))
      .replaceAll('/etc/postgresql', join(home, 'etc'))
      .replaceAll(/([ /])15([ /])/g, `$1${version}$2`);
    const own = {
      PATH: `${process.env['PATH']}:/usr/sbin`,
      PG_CLUSTER_CONF_ROOT: join(home, 'etc'),
      PGSYSCONFDIR: home,
    };
    const options = { cwd: home, env: { ...own, ...env }, ...(await serverAccount()) };
    return (await promisify(execFile)('sh', ['-euc', script], options)).stdout;
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'backups-'));
    await mkdir(join(home, 'backups', 'agency-directory'), { recursive: true });
    await writeFile(
      join(home, 'createcluster.conf'),
      [
        `data_directory = '${home}/data/%v/%c'`,
        "add_include_dir = 'conf.d'",
        "initdb_options = '--no-sync --locale=C.UTF-8 --encoding=UTF8'",
        'fsync = off',
      ].join('\n'),
    );
    const account = await serverAccount();
    for (const path of account ? [home, join(home, 'backups'), join(home, 'backups', 'agency-directory')] : []) {
      await chown(path, account?.uid ?? 0, account?.gid ?? 0);
    }
    await chmod(home, 0o755);
  });

  afterAll(() => rm(home, { recursive: true }));

  it('the script writes dumps that can be restored, removes old ones, and reports only a success', async () => {
    await using server = await DebianServer.start();
    const url = await server.create('directory');
    const dataSource = await testDataSource(url).initialize();
    await migrate(dataSource);
    await dataSource.destroy();
    const dumps = join(home, 'backups', 'agency-directory');
    const { hostname, port } = new URL(url);
    const metrics = join(dumps, 'backup.prom');
    const env = {
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: 'admin',
      PGDATABASE: 'directory',
      BACKUP_FOLDER: dumps,
      BACKUP_METRICS: metrics,
      BACKUP_DAYS: '14',
    };
    const script = join(ROOT, 'ops/backup/agency-directory-backup');
    const day = 86_400;
    const aged = async (name: string, days: number) => {
      await writeFile(join(dumps, name), 'old');
      await utimes(join(dumps, name), Date.now() / 1000 - days * day, Date.now() / 1000 - days * day);
    };
    await aged('20260101T000000Z.dump', 16);
    await aged('20260110T000000Z.dump', 13);
    await aged('20260109T000000Z.dump.part', 14);
    const before = (await readdir(dumps)).toSorted();
    await expect(typed(script, { ...env, PGDATABASE: 'missing' })).rejects.toThrow(/"missing" does not exist/);
    expect((await readdir(dumps)).toSorted()).toEqual(before.filter((name) => !name.endsWith('.part')));

    const start = Math.floor(Date.now() / 1000);
    await typed(script, env);
    const [kept, made = '', metric, ...others] = (await readdir(dumps)).toSorted();
    expect([kept, metric, others]).toEqual(['20260110T000000Z.dump', 'backup.prom', []]);
    expect(made).toMatch(/^\d{8}T\d{6}Z\.dump$/);
    const [, seconds] =
      /^directory_backup_last_success_timestamp_seconds (\d+)\n$/m.exec(await readFile(metrics, 'utf8')) ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(start);
    expect(await typed(blockWith('createdb'), env)).toMatch(/ listings \n-+\n\s+0\n/);
  });

  it('recovers a server to a point in time', async () => {
    const env = { PGCLUSTER: `${version}/main`, PGDATABASE: 'postgres' };
    const portOf = async (cluster: string) =>
      new RegExp(`^\\d+ +${cluster} +(\\d+)`, 'm').exec(await typed('pg_lsclusters --no-header'))?.[1] ?? '';
    const urlOn = async (cluster: string) => `postgres://directory:secret@127.0.0.1:${await portOf(cluster)}/directory`;
    const serviceOn = async (url: string) => {
      const dataSource = await testDataSource(url).initialize();
      await migrate(dataSource);
      return TestService.start({}, { url, dataSource, drop: () => dataSource.destroy() });
    };
    try {
      await typed('pg_createcluster --start 15 main');
      await typed(blockWith('archive_library'), env);
      await typed(`psql --command="CREATE ROLE directory LOGIN PASSWORD 'secret'"`, env);
      await typed('psql --command="CREATE DATABASE directory OWNER directory"', env);
      const service = await serviceOn(await urlOn('main'));
      await typed(blockWith('pg_basebackup'), env);
      const create = async (name: string) => {
        const link = `https://${name.toLowerCase()}.example`;
        const { status, body } = await service.post<Created>('/api/v1/accounts', accountBody({ name, link }));
        expect(status).toBe(201);
        return body.account.websiteID;
      };
      const kept = await create('Kept');
      const { body } = await service.get<{ cursor: string }>('/api/v1/changes?since=now');
      const [{ now }] = await service.store.dataSource.query<[{ now: string }]>('SELECT now()::text AS now');
      const lost = await create('Lost');
      await service.stop();
      const last = await typed('psql -At --command="SELECT pg_walfile_name(pg_switch_wal())"', env);
      await expect.poll(() => readdir(join(home, 'backups', 'postgresql', 'wal'))).toContain(last.trim());
      await typed('pg_ctlcluster 15 main stop --force');

      const recovery = blockWith('recovery_target_time');
      await typed(recovery.replace(/(recovery_target_time = ').*'/, `$1${now}'`));
      const recovered = { PGCLUSTER: `${version}/recovered`, PGDATABASE: 'postgres' };
      await expect.poll(() => typed('psql -At --command="SELECT pg_is_in_recovery()"', recovered)).toBe('f\n');
      const after = await serviceOn(await urlOn('recovered'));
      const status = async (path: string) => (await after.get(path)).status;
      expect([await status(`/api/v1/websites/${kept}`), await status(`/api/v1/websites/${lost}`)]).toEqual([200, 404]);
      expect(await status(`/api/v1/changes?since=${body.cursor}`)).toBe(410);
      await after.stop();
    } finally {
      for (const cluster of await readdir(join(home, 'etc', version)))
        await typed(`pg_dropcluster --stop 15 ${cluster}`);
    }
  });
});
