import { chmod, mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { migrate } from '@app/persistence';
import { DataSource } from 'typeorm';
import type { TestProject } from 'vitest/node';
import { storeOptions } from '../../apps/store-options.js';
import { dataFolder } from './data-folder.js';
import { testSettings } from './settings.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded server, as superuser. */
    serverUrl: string;
    /** The same, as the ordinary role of the service. */
    serviceUrl: string;
    /** A migrated, empty database to copy. */
    template: string;
  }
}

/** One PostgreSQL server for the whole run, and a migrated template that each spec file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Always the same folder: a run that was killed leaves its server to the next one.
  const dataDir = join(dataFolder(), `agency-directory-tests-${userInfo().uid}`);
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedServer({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '1GB' },
  });
  const template = `template_${process.pid}`;
  const admin = await new DataSource({ type: 'postgres', url: server.adminUrl }).initialize();
  await admin.query(`DROP DATABASE IF EXISTS ${template}`);
  await admin.query(`CREATE DATABASE ${template} OWNER ${new URL(server.url).username}`);
  const url = new URL(server.url);
  url.pathname = template;
  const migrated = await new DataSource(storeOptions(url.href, testSettings)).initialize();
  await migrate(migrated);
  await migrated.destroy();
  project.provide('serverUrl', server.adminUrl);
  project.provide('serviceUrl', server.url);
  project.provide('template', template);
  return async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${template}`);
    await admin.destroy();
    await server.stop();
  };
}
