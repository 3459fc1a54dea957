import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, chown, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DatabaseError } from 'pg';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { withClient } from '../../support/with-client.js';
import { childrenOf, type OwnServer } from './own-server.js';

const run = promisify(execFile);

/** The settings that a server with a standby must be started with. */
export const WITH_STANDBYS = { wal_level: 'replica', max_wal_senders: '5', hot_standby_feedback: 'off' } as const;

/** A streaming standby of a test server. */
export class Standby {
  private constructor(
    /** For the ordinary role of the service. */
    readonly url: string,
    private readonly adminUrl: string,
    private readonly cluster: string,
    private readonly pgCtl: string,
    private readonly options: string,
    private readonly owner: { readonly uid: number; readonly gid: number },
  ) {}

  /** Makes a base backup of a running server, as pg_basebackup does, and starts a standby from it. */
  static async of(server: Pick<OwnServer, 'url' | 'adminUrl' | 'cluster'>): Promise<Standby> {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'standby-')));
    const cluster = join(home, 'cluster');
    await withClient(server.adminUrl, async (admin) => {
      await admin.query(`SELECT pg_backup_start('standby', true)`);
      await cp(server.cluster, cluster, { recursive: true, verbatimSymlinks: true, filter: isCopied });
      const { rows } = await admin.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
      await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
    });
    const { hostname, port, username, password } = new URL(server.adminUrl);
    const primary = `host=${hostname} port=${port} user=${username} password=${password}`;
    await writeFile(join(cluster, 'standby.signal'), '');
    await writeFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
    const owner = await stat(server.cluster);
    await giveTo(owner, home);
    const command = await readFile(join(server.cluster, 'postmaster.opts'), 'utf8');
    const given = [...command.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word);
    const own = String(await freePort());
    const settings = given.filter((word) => /^\w+=/.test(word) && !word.startsWith('port='));
    const options = [...settings, `port=${own}`].map((setting) => `-c '${setting}'`).join(' ');
    const standby = new Standby(
      withPort(server.url, own),
      asAdmin(server, own),
      cluster,
      join(dirname(command.split(' "')[0] ?? ''), 'pg_ctl'),
      options,
      owner,
    );
    await standby.start();
    return standby;
  }

  async start(): Promise<void> {
    await this.control('start', `--options=${this.options}`, `--log=${join(dirname(this.cluster), 'server.log')}`);
  }

  async stop(): Promise<void> {
    await this.control('stop', '--mode=immediate');
  }

  get postmaster(): number {
    return parseInt(readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8'), 10);
  }

  /** Signals the postmaster and its processes. */
  signal(signal: NodeJS.Signals): void {
    const { postmaster } = this;
    for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, signal);
  }

  async promote(): Promise<void> {
    await this.control('promote');
  }

  /** Runs a statement as superuser in the database of the service, and repeats it if the recovery cancels it. */
  async query<Row extends object>(statement: string): Promise<Row[]> {
    try {
      return await withClient(this.adminUrl, async (admin) => (await admin.query<Row>(statement)).rows);
    } catch (error) {
      if (error instanceof DatabaseError && error.code === CANCELLED_FOR_RECOVERY) return this.query(statement);
      throw error;
    }
  }

  /** Waits until it has replayed every commit. */
  async catchUpWith({ dataSource }: Pick<OwnServer, 'dataSource'>): Promise<void> {
    const [end] = await dataSource.query<[{ wal: string }]>('SELECT pg_current_wal_flush_lsn() AS wal');
    await this.until(`pg_last_wal_replay_lsn() >= '${end.wal}'`);
  }

  /** Cuts it off from its primary. */
  async cutOff(): Promise<void> {
    await this.query(`ALTER SYSTEM SET primary_conninfo = ''`);
    await this.query('SELECT pg_reload_conf()');
    await this.until('NOT EXISTS (SELECT FROM pg_stat_wal_receiver)');
  }

  /** Delays the replay of commits by the given time. */
  async delayReplay(milliseconds: number): Promise<void> {
    await this.query(`ALTER SYSTEM SET recovery_min_apply_delay = ${milliseconds}`);
    await this.query('SELECT pg_reload_conf()');
  }

  async drop(): Promise<void> {
    await this.stop().catch(() => undefined);
    await rm(dirname(this.cluster), { recursive: true });
  }

  private async until(condition: string): Promise<void> {
    while ((await this.query(`SELECT WHERE ${condition}`)).length === 0) await sleep(20);
  }

  private async control(action: string, ...options: readonly string[]): Promise<void> {
    await run(this.pgCtl, [action, '--wait', '--silent', `--pgdata=${this.cluster}`, ...options], this.owner);
  }
}

/** serialization_failure: the error of a standby statement whose rows the recovery removes. */
const CANCELLED_FOR_RECOVERY = '40001';

const isCopied = (path: string): boolean => !/(postmaster\.(pid|opts)|standby\.signal|pg_replslot\/.+)$/.test(path);

function withPort(url: string, port: string): string {
  const changed = new URL(url);
  changed.port = port;
  return changed.href;
}

function asAdmin({ url, adminUrl }: Pick<OwnServer, 'url' | 'adminUrl'>, port: string): string {
  const admin = new URL(withPort(adminUrl, port));
  admin.pathname = new URL(url).pathname;
  return admin.href;
}

async function giveTo({ uid, gid }: { uid: number; gid: number }, path: string): Promise<void> {
  await chown(path, uid, gid);
  for (const entry of await readdir(path, { recursive: true })) await chown(join(path, entry), uid, gid);
}
