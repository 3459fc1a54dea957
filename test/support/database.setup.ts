import { chmod, mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { Client } from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { dataFolder } from './data-folder.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the embedded server, as superuser. */
    serverUrl: string;
    /** URL of the same server, as the ordinary role of the service. */
    serviceUrl: string;
    /** Suffix of the names of the run's template databases. */
    run: string;
    /** The time at which the run started: the present of generated data, in milliseconds since 1970. */
    now: number;
  }
}

interface SharedServer {
  readonly provided: ProvidedContext;
  readonly stop: () => Promise<void>;
}

/** Each project loads this module again, but all share one server. */
const shared = globalThis as { testServer?: Promise<SharedServer> };

/** Starts one PostgreSQL server for the specs of all projects. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { provided, stop } = await (shared.testServer ??= startServer());
  project.provide('serverUrl', provided.serverUrl);
  project.provide('serviceUrl', provided.serviceUrl);
  project.provide('run', provided.run);
  project.provide('now', provided.now);
  return stop;
}

async function startServer(): Promise<SharedServer> {
  // The folder is always the same, so that the next run finds the server of a run that was killed.
  const dataDir = join(dataFolder(), `agency-directory-tests-shared-${userInfo().uid}`);
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedServer({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '1GB' },
  });
  const run = String(process.pid);
  let stopped: Promise<void> | undefined;
  return {
    provided: { serverUrl: server.adminUrl, serviceUrl: server.url, run, now: Date.now() },
    stop: () => (stopped ??= dropTemplates(server.adminUrl, run).then(() => server.stop())),
  };
}

async function dropTemplates(url: string, run: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE datname LIKE $1',
    [`%\\_${run}`],
  );
  for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.end();
}
