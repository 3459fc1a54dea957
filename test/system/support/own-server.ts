import { chmod, mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises';
import { execFile, execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { createDataSource, migrate } from '@app/persistence';
import { testSettings } from '../../support/settings.js';
import type { TestStore } from '../../support/store.js';

/** A PostgreSQL server that a test may stop, kill and starve. */
export interface OwnServer extends TestStore {
  /** As superuser. */
  readonly adminUrl: string;
  /** PostgreSQL's data folder. */
  readonly cluster: string;
  readonly postmaster: () => number;
  /** Signals the postmaster and all its children. Returns their ids. */
  readonly signalAll: (signal: NodeJS.Signals) => readonly number[];
  /** Kills every process of the server, and starts it again at the same address. */
  readonly crash: () => Promise<void>;
  /** Stops the server as an operator does before a switch-over, so that its standbys receive everything. It stays down. */
  readonly stop: () => Promise<void>;
  /** Restarts the server as an operator does. @param mode of `pg_ctl`: both end every connection */
  readonly restart: (mode: 'fast' | 'immediate') => Promise<void>;
}

/** Starts a server of the test's own, with a migrated, empty database; `drop` ends it. Crashes lose nothing, because writes go to disk. */
export async function startOwnServer(settings: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'own-server-')));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedServer({
    dataDir,
    settings: { shared_buffers: '16MB', ...settings },
    restart: false,
  });
  const dataSource = await createDataSource(server.url, testSettings).initialize();
  await migrate(dataSource);
  const cluster = await realpath(join(dataDir, 'postgres', 'cluster'));
  let postmaster = await postmasterOf(cluster);
  return {
    url: server.url,
    adminUrl: server.adminUrl,
    cluster,
    postmaster: () => postmaster,
    dataSource,
    signalAll: (signal) => signalAll(postmaster, signal),
    crash: async () => {
      await killServer(cluster);
      await startAgain(cluster);
      postmaster = await postmasterOf(cluster);
    },
    restart: async (mode) => {
      await pgCtl(cluster, 'restart', mode);
      postmaster = await postmasterOf(cluster);
    },
    stop: () => pgCtl(cluster, 'stop', 'fast'),
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

const postmasterOf = async (cluster: string) => parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10);

/** Starts the server of a cluster with its former options. */
async function startAgain(cluster: string): Promise<void> {
  // Without an init process that reaps orphans, the process seems to exist. The embedded server may have removed the file:
  // its users look for a running server when their session ends.
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  await pgCtl(cluster, 'restart', 'fast');
}

/** Stops the server of a cluster if it runs, or starts it with its former options. */
async function pgCtl(cluster: string, action: 'restart' | 'stop', mode: 'fast' | 'immediate'): Promise<void> {
  const command = await readFile(join(cluster, 'postmaster.opts'), 'utf8');
  const program = join(dirname(command.split(' "')[0] ?? ''), 'pg_ctl');
  const { uid, gid } = await stat(cluster);
  const options = ['--wait', '--silent', `--mode=${mode}`, `--pgdata=${cluster}`];
  await promisify(execFile)(program, [action, ...options, ...(action === 'stop' ? [] : ['--log=/dev/null'])], {
    uid,
    gid,
  });
}

/**
 * Waits until killed processes have ended; a process that still writes would write into the log of the next server.
 * Without an init process that reaps orphans, they stay as zombies.
 */
async function haveEnded(pids: readonly number[]): Promise<void> {
  const living = () =>
    execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([pid, state]) => pids.includes(Number(pid)) && !state?.startsWith('Z'));
  while (living().length > 0) await sleep(10);
}

/** Kills every process of the server of a cluster. @returns the id of its postmaster */
export async function killServer(cluster: string): Promise<number> {
  const postmaster = await postmasterOf(cluster);
  await haveEnded(signalAll(postmaster, 'SIGKILL'));
  return postmaster;
}

function signalAll(postmaster: number, signal: NodeJS.Signals): readonly number[] {
  // A stopped process starts no other process, which would miss the signal.
  process.kill(postmaster, 'SIGSTOP');
  const pids = [...childrenOf(postmaster), postmaster];
  for (const pid of pids) process.kill(pid, signal);
  return pids;
}

/** The child processes of a process. */
export function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}
