import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { catalogOf } from '../../../test/support/catalog.js';
import { createStore, type TestStore } from '../../../test/support/store.js';
import { migrate } from './migrate.js';

let store: TestStore;

beforeAll(async () => {
  store = await createStore(inject('migrated'));
});

afterAll(() => store.drop());

it('every migration can be taken back, and applied again', async () => {
  const { dataSource } = store;
  const schema = await catalogOf(dataSource);
  for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
  expect((await catalogOf(dataSource)).filter((line) => !line.startsWith('extension'))).toEqual([]);
  const names = await migrate(dataSource);
  expect(names).toEqual(dataSource.migrations.map(({ constructor }) => constructor.name));
  expect(await catalogOf(dataSource)).toEqual(schema);
});

it('a step back and forth leaves the schema as it was', async () => {
  const { dataSource } = store;
  const [last] = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id DESC LIMIT 1');
  const schema = await catalogOf(dataSource);
  await dataSource.undoLastMigration();
  expect(await catalogOf(dataSource)).not.toEqual(schema);
  expect(await migrate(dataSource)).toEqual([last?.name]);
  expect(await catalogOf(dataSource)).toEqual(schema);
});

it('names the migrations of a database that was made before the first release, and leaves it alone', async () => {
  const { dataSource } = store;
  await dataSource.query(
    `UPDATE migrations SET timestamp = 1, name = 'CreateSuburbs1' WHERE name LIKE 'CreateSuburbs%'`,
  );
  await expect(migrate(dataSource)).rejects.toThrow(/unreleased version.*CreateSuburbs1/);
});

it('every table is tidied after a number of changed rows, not after a share of a large table', async () => {
  const tables = await store.dataSource.query<{ name: string; isTidied: boolean }[]>(`
    SELECT relname AS name, coalesce(reloptions @> ARRAY['autovacuum_vacuum_scale_factor=0',
      'autovacuum_vacuum_insert_scale_factor=0', 'autovacuum_analyze_scale_factor=0.02'], false) AS "isTidied"
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'`);
  expect(tables).not.toEqual([]);
  expect(tables.filter(({ isTidied }) => !isTidied)).toEqual([]);
});
