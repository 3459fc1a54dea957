import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogOf } from '../../../test/upgrades/catalog.js';
import { createStore, migratedTemplate, type TestStore } from '@testing';
import { migrate } from './migrate.js';
import type { HashedMigration } from './migration-hash.js';
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

it('the list of migrations contains every file, oldest first', () => {
  const files = readdirSync(join(import.meta.dirname, 'migrations')).filter((file) => /^\d/.test(file));
  const listed = instances.map(({ name }) => `${name.slice(-13)}-${name.slice(0, -13)}.ts`);
  expect(listed).toEqual(files.toSorted());
});

it.each(Object.entries<Record<string, string>>(frozen))(
  'the migrations of %s are unchanged since the release',
  async (_, hashes) => {
    const names = Object.keys(hashes);
    const now = await hashesOf(instances.filter(({ name }) => names.includes(name)));
    expect(now, 'A released migration is never edited: write a new one, and take this change back').toEqual(hashes);
  },
);

describe('a migrated database', () => {
  it('stores the hash of the SQL of each migration', async () => {
    const rows = await store.dataSource.query<{ name: string; hash: string }[]>(
      'SELECT name, hash FROM migration_hashes',
    );
    expect(Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))).toEqual(await hashesOf(instances));
  });

  it('can revert every migration, and apply it again', async () => {
    const { dataSource } = store;
    const schema = await catalogOf(dataSource);
    for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
    expect((await catalogOf(dataSource)).filter((line) => !line.startsWith('extension'))).toEqual([]);
    expect(await migrate(dataSource)).toEqual(instances.map(({ name }) => name));
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

describe('the schema of an unreleased version is refused with one line', () => {
  const refusal = (names: string) =>
    `DATABASE_URL or DATA_DIR: the schema was made by a version before 1.0.0, or an unreleased one (${names}); ` +
    'export it with that version and import it into an empty database, or take an empty one';
  const first = instances[0]!.name;

  it.each([
    [
      'a migration has other SQL',
      `UPDATE migration_hashes SET hash = 'x' || hash WHERE name = '${first}'`,
      first,
      `UPDATE migration_hashes SET hash = substr(hash, 2) WHERE name = '${first}'`,
    ],
    [
      'migrations have no hashes',
      'ALTER TABLE migration_hashes RENAME TO elsewhere',
      instances.length > 1 ? `${first} and ${instances.length - 1} more` : first,
      'ALTER TABLE elsewhere RENAME TO migration_hashes',
    ],
    [
      'a migration has another name',
      `UPDATE migrations SET name = 'Create1' WHERE name = '${first}'`,
      'Create1',
      `UPDATE migrations SET name = '${first}' WHERE name = 'Create1'`,
    ],
  ])('%s', async (_, done, names, undone) => {
    await meanwhile([done, undone], () => expect(migrate(store.dataSource)).rejects.toThrow(refusal(names)));
  });
});

it('the schema of a later release does not count as unreleased', async () => {
  const later = `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`;
  await meanwhile([later, `DELETE FROM migrations WHERE name LIKE 'Later%'`], async () => {
    expect(await migrate(store.dataSource)).toEqual([]);
    expect(laterSchema(await readiness(store.dataSource))).toContain('later release (Later9999999999999)');
  });
});

async function hashesOf(some: readonly HashedMigration[]): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(some.map(async ({ name, hash }) => [name, await hash()] as const)));
}
