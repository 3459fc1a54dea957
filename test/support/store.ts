import { createDataSource, PersistenceModule } from '@app/persistence';
import type { Database } from '@app/sql';
import type { DynamicModule } from '@nestjs/common';
import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { inject } from 'vitest';
import { testSettings } from './settings.js';

/** A database of its own for a spec file, migrated and empty, of the ordinary role that the service has. */
export interface TestStore {
  readonly url: string;
  readonly dataSource: DataSource;
  readonly drop: () => Promise<void>;
}

/** How the tests reach a database. */
export const testDataSource = (url: string): Database => createDataSource(url, testSettings);

/** The module of a database, for applications of a test's own. */
export const testPersistence = (url: string): DynamicModule => PersistenceModule.forRoot(testDataSource(url));

let made = 0;

/** The superuser's connection, one for all spec files of a worker; it ends with it. */
const admin = new Pool({ connectionString: inject('serverUrl'), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });

/** Copies a template of the run; unless another is given, the one that a service has started on. */
export async function createStore(template = inject('template')): Promise<TestStore> {
  const name = `spec_${process.pid}_${Date.now()}_${made++}`;
  const url = new URL(inject('serviceUrl'));
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${url.username} STRATEGY file_copy`);
  url.pathname = name;
  const dataSource = await testDataSource(url.href).initialize();
  const drop = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { url: url.href, dataSource, drop };
}
