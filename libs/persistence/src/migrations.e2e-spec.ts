import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogOf } from '../../../test/upgrades/catalog.js';
import { hashOf } from '../../../test/upgrades/migration-hash.js';
import { createStore, migratedTemplate, type TestStore } from '@testing';
import { migrate } from './migrate.js';
import frozen from './migrations/frozen.json' with { type: 'json' };
import { migrations } from './migrations/index.js';
import { laterSchema, readiness } from './readiness.js';

/** Executes statements by hand, and reverts them after the test. */
async function meanwhile(statements: readonly [done: string, undone: string], test: () => Promise<void>) {
  await store.dataSource.query(statements[0]);
  try {
    await test();
  } finally {
    await store.dataSource.query(statements[1]);
  }
}

let store: TestStore;

beforeAll(async () => {
  store = await createStore(migratedTemplate);
});

afterAll(() => store.drop());

const instances = migrations.map((Migration) => new Migration());
const nameOf = (migration: object) => migration.constructor.name;

it('the list of migrations contains every file, oldest first', () => {
  const files = readdirSync(join(import.meta.dirname, 'migrations')).filter((file) => /^\d/.test(file));
  const listed = instances.map(nameOf).map((name) => `${name.slice(-13)}-${name.slice(0, -13)}.ts`);
  expect(listed).toEqual(files.toSorted());
});

it('the tables of 1.0.0 are frozen', () => {
  expect(Object.keys(frozen['1.0.0'])).toEqual([nameOf(instances[0]!)]); // the list is not empty
});

it.each(Object.entries<Record<string, string>>(frozen))(
  'the migrations of %s are unchanged since the release',
  async (_, hashes) => {
    const released = instances.filter((migration) => nameOf(migration) in hashes);
    const now = await Promise.all(released.map(async (one) => [nameOf(one), await hashOf(one)] as const));
    expect(
      Object.fromEntries(now),
      'A released migration is never edited: write a new one, and take this change back',
    ).toEqual(hashes);
  },
);

describe('a migrated database', () => {
  it('can revert every migration, and apply it again', async () => {
    const { dataSource } = store;
    const schema = await catalogOf(dataSource);
    for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
    expect((await catalogOf(dataSource)).filter((line) => !line.startsWith('extension'))).toEqual([]);
    expect(await migrate(dataSource)).toEqual(instances.map(nameOf));
    expect(await catalogOf(dataSource)).toEqual(schema);
  });

  it('vacuums every table after a number of changed rows, not after a share of a large table', async () => {
    const tables = await store.dataSource.query<{ name: string }[]>(`
      SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'
        AND NOT coalesce(reloptions @> ARRAY['autovacuum_vacuum_scale_factor=0',
          'autovacuum_vacuum_insert_scale_factor=0', 'autovacuum_analyze_scale_factor=0.02'], false)`);
    expect(tables, 'Set the storage parameters of autovacuum.sql in the migration that creates the table').toEqual([]);
  });
});

it('a schema of no release is refused with one line', async () => {
  const first = nameOf(instances[0]!); // the list is not empty
  const former = [
    `UPDATE migrations SET name = 'Create1' WHERE name = '${first}'`,
    `UPDATE migrations SET name = '${first}' WHERE name = 'Create1'`,
  ] as const;
  await meanwhile(former, () =>
    expect(migrate(store.dataSource)).rejects.toThrow(
      'DATABASE_URL or DATA_DIR: the database has other migrations (Create1) and lacks those of this release; take an empty database',
    ),
  );
});

it('the schema of a later release is not refused', async () => {
  const later = `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`;
  await meanwhile([later, `DELETE FROM migrations WHERE name LIKE 'Later%'`], async () => {
    expect(await migrate(store.dataSource)).toEqual([]);
    expect(laterSchema(await readiness(store.dataSource))).toContain('later release (Later9999999999999)');
  });
});
