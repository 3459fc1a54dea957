import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { migrate } from '@app/persistence';
import { DataSource } from 'typeorm';
import { storeOptions } from '../../apps/store-options.js';
import { testSettings } from './settings.js';
import type { TestStore } from './store.js';

/** A PostgreSQL server that a test may stop, kill and starve. */
export interface OwnServer extends TestStore {
  /** Of the process that starts all others. */
  readonly postmaster: number;
  /** Signals the postmaster and every process that it has started. */
  readonly signalAll: (signal: NodeJS.Signals) => void;
}

/** Starts a server of the test's own, with a migrated, empty database; `drop` ends it. Crashes lose nothing: it writes through. */
export async function startOwnServer(): Promise<OwnServer> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'own-server-')));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedServer({ dataDir, settings: { shared_buffers: '16MB' } });
  const dataSource = await new DataSource(storeOptions(server.url, testSettings)).initialize();
  await migrate(dataSource);
  const pidFile = join(await realpath(join(dataDir, 'postgres')), 'cluster', 'postmaster.pid');
  const postmaster = parseInt(await readFile(pidFile, 'utf8'), 10);
  return {
    url: server.url,
    dataSource,
    postmaster,
    signalAll: (signal) => {
      for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, signal);
    },
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}
