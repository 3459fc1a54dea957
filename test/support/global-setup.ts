import { chmod, mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ChangeDaysRepository } from '@app/changes';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { createDataSource, migrate } from '@app/persistence';
import { SqlExecutor } from '@app/sql';
import { DataSource } from 'typeorm';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { dataFolder } from './data-folder.js';
import { testSettings } from './settings.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded server, as superuser. */
    serverUrl: string;
    /** The same, as the ordinary role of the service. */
    serviceUrl: string;
    /** A migrated, empty database to copy. */
    migrated: string;
    /** The same, with the days of the log of changes that each start of a service makes. */
    template: string;
    /** Where the first spec that needs it makes the demo, for others to copy. */
    demo: string;
  }
}

/** The programs as they are delivered, and as a bundle. */
async function buildPrograms(): Promise<void> {
  await Promise.all([build(), build({ mode: 'bundle' })]);
}

/** The built programs, one PostgreSQL server for the whole run, and the templates that spec files copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildPrograms();
  project.onTestsRerun(buildPrograms);
  // Always the same folder: a run that was killed leaves its server to the next one.
  const dataDir = join(dataFolder(), `agency-directory-tests-shared-${userInfo().uid}`);
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedServer({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '1GB' },
  });
  const admin = await new DataSource({ type: 'postgres', url: server.adminUrl }).initialize();
  const templates: string[] = [];
  const makeTemplate = async (purpose: string, from: string, prepare: (store: DataSource) => Promise<unknown>) => {
    const url = new URL(server.url);
    const name = `${purpose}_${process.pid}`;
    templates.push(name);
    await admin.query(`DROP DATABASE IF EXISTS ${name}`);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${from} OWNER ${url.username}`);
    url.pathname = name;
    const store = await createDataSource(url.href, testSettings).initialize();
    await prepare(store);
    await store.destroy();
    return name;
  };
  const migrated = await makeTemplate('migrated', 'template1', migrate);
  const template = await makeTemplate('template', migrated, (store) =>
    new ChangeDaysRepository(SqlExecutor.of(store)).keep(testSettings.changesRetention),
  );
  project.provide('serverUrl', server.adminUrl);
  project.provide('serviceUrl', server.url);
  project.provide('migrated', migrated);
  project.provide('template', template);
  const demo = `demo_${process.pid}`;
  templates.push(demo);
  await admin.query(`DROP DATABASE IF EXISTS ${demo}`);
  project.provide('demo', demo);
  return async () => {
    for (const name of templates) await admin.query(`DROP DATABASE IF EXISTS ${name}`);
    await admin.destroy();
    await server.stop();
  };
}
