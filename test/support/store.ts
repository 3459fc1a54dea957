import { ChangeDaysRepository } from '@app/changes';
import { createDataSource, migrate, PersistenceModule } from '@app/persistence';
import { SqlExecutor, type Database } from '@app/sql';
import type { DynamicModule } from '@nestjs/common';
import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { inject } from 'vitest';
import { testSettings } from './settings.js';
import { specFixture } from './spec-fixture.js';
import { withClient } from './with-client.js';

/** A database for one spec file, with the ordinary role of the service. */
export interface TestStore {
  readonly url: string;
  readonly dataSource: DataSource;
  readonly drop: () => Promise<void>;
}

/** A database that spec files copy. The first spec file of a run that needs it creates it. */
export interface Template {
  readonly name: string;
  /** Default: PostgreSQL's own template. */
  readonly from?: Template;
  readonly fill: (store: TestStore) => Promise<unknown>;
}

/** All tables, without rows. */
export const migratedTemplate: Template = { name: 'migrated', fill: ({ dataSource }) => migrate(dataSource) };

/** The same, with the partitions of the change log that each start of a service creates. */
export const startedTemplate: Template = {
  name: 'started',
  from: migratedTemplate,
  fill: ({ dataSource }) => new ChangeDaysRepository(SqlExecutor.of(dataSource)).keep(testSettings.changesRetention),
};

/** URLs of a database for the tests. */
export const testDataSource = (url: string): Database => createDataSource(url, testSettings);

/** The TypeORM module of a database, for applications that a test builds itself. */
export const testPersistence = (url: string): DynamicModule => PersistenceModule.forRoot(testDataSource(url));

/** The superuser connection, which all spec files of a worker share; it ends with the worker. */
const admin = new Pool({ connectionString: inject('serverUrl'), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });

let made = 0;

/** @param template null: PostgreSQL's own, without tables */
export async function createStore(template: Template | null = startedTemplate): Promise<TestStore> {
  return copy(template ? await databaseOf(template) : 'template1');
}

/** The store of a spec file, created before its tests and dropped after them. */
export const specStore = (): TestStore => specFixture(createStore, (store) => store.drop());

async function copy(database: string): Promise<TestStore> {
  const name = `spec_${process.pid}_${Date.now()}_${made++}`;
  const url = new URL(inject('serviceUrl'));
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${database} OWNER ${url.username} STRATEGY file_copy`);
  url.pathname = name;
  const dataSource = await testDataSource(url.href).initialize();
  const drop = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { url: url.href, dataSource, drop };
}

const databases = new Map<Template, Promise<string>>();

/** The database of a template. One worker creates it for all. */
function databaseOf(template: Template): Promise<string> {
  const found = databases.get(template) ?? findOrMake(template);
  databases.set(template, found);
  return found;
}

async function findOrMake(template: Template): Promise<string> {
  const name = `${template.name}_${inject('run')}`;
  const from = template.from ? await databaseOf(template.from) : 'template1';
  await withClient(inject('serverUrl'), async (client) => {
    // The lock is released at the end of the session.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const store = await copy(from);
    await template.fill(store);
    await store.dataSource.destroy();
    await client.query(`ALTER DATABASE ${new URL(store.url).pathname.slice(1)} RENAME TO ${name}`);
  });
  return name;
}
