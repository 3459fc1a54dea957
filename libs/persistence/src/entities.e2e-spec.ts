import { describe, expect, it } from 'vitest';
import { specStore } from '@testing';

const store = specStore();

/** Parts of the definition of an index that decorators cannot express. */
const BEYOND_DECORATORS = / INCLUDE \(| DESC\b|lower\(|_ops\b/;

/** The indexes that TypeORM reads: at least one of their columns is a plain column. */
const READ_INDEXES = `
  SELECT relname AS name, pg_get_indexdef(indexrelid) AS definition
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relnamespace = 'public'::regnamespace AND 0 <> ANY (indkey::int2[])`;

describe('entities', () => {
  it('declare exactly the tables of the migrations', async () => {
    const { upQueries } = await store.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('name exactly the indexes that decorators cannot express', async () => {
    const indexes = await store.dataSource.query<{ name: string; definition: string }[]>(READ_INDEXES);
    const needed = indexes.filter(({ definition }) => BEYOND_DECORATORS.test(definition));
    const named = store.dataSource.entityMetadatas
      .flatMap(({ indices }) => indices)
      .filter(({ synchronize }) => !synchronize);
    expect(named.map(({ name }) => name).sort()).toEqual(needed.map(({ name }) => name).sort());
  });
});
