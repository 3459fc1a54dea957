import { SnapshotClock } from '@app/snapshot-cache';
import { sql, SqlExecutor } from '@app/sql';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../test/support/store.js';
import { statementsOf } from '../../../test/support/statements.js';
import type { ListQuery } from './list-query.js';
import { orderBy } from './order.js';
import { PageReader } from './page-reader.js';
import { PageQuery } from './page.js';
import { readQuery } from './read-query.js';

let store: TestStore;
let executor: SqlExecutor;
let reader: PageReader;

/** So that it shows which of them are read, the narrow rows are fewer here. */
const [ALL, NARROW] = [30, 20];

beforeAll(async () => {
  store = await createStore();
  executor = SqlExecutor.of(store.dataSource);
  for (const statement of [
    sql`CREATE TABLE houses (id int PRIMARY KEY, name text NOT NULL)`,
    sql`INSERT INTO houses SELECT at, 'House ' || at FROM generate_series(1, ${ALL}) AS at`,
    sql`CREATE TABLE narrow_houses (id int PRIMARY KEY)`,
    sql`INSERT INTO narrow_houses SELECT generate_series(1, ${NARROW})`,
    sql`CREATE TABLE wear (is_worn boolean)`,
    sql`INSERT INTO wear VALUES (false)`,
  ])
    await executor.execute(statement);
});

beforeEach(() => {
  reader = new PageReader(executor, new SnapshotClock(executor));
});

afterAll(() => store.drop());

const wear = (isWorn: boolean) => executor.execute(sql`UPDATE wear SET is_worn = ${isWorn}`);

/** How many rows are found, and how often the statement asks which are quicker: more than once, it has queries for both. */
async function found(page = '1'): Promise<{ total: number; asks: number }> {
  const list: ListQuery<{ name: string }> = {
    name: 'houses',
    query: readQuery(PageQuery, { page, limit: '3' }),
    from: sql`houses house`,
    narrow: {
      areQuicker: sql`(SELECT is_worn FROM wear)`,
      source: sql`narrow_houses house`,
      where: sql`TRUE`,
      areInOrder: true,
    },
    key: sql`house.id`,
    where: sql`TRUE`,
    order: orderBy(['house.id']),
    columns: sql`house.name`,
    present: (rows) => rows.map(({ name }) => name),
  };
  const { result, statements } = await statementsOf(() => reader.read(list as never, ''));
  const [{ text }] = statements as [{ text: string }];
  return { total: result.total, asks: text.split('is_worn').length - 1 };
}

it.each([
  [true, NARROW],
  [false, ALL],
])('narrow rows are read where they are quicker, and else the others (%s)', async (isWorn, total) => {
  await wear(isWorn);
  const { asks, ...first } = await found();
  expect(first).toEqual({ total });
  expect(asks).toBeGreaterThan(1);
});

it('a statement tells the next one which rows are quicker, which then has no query for the others', async () => {
  await wear(false);
  await found();
  expect(await found('2')).toEqual({ total: ALL, asks: 1 });
  await wear(true);
  // Nobody has told this one.
  expect(await found('3')).toEqual({ total: ALL, asks: 1 });
  expect(await found('4')).toEqual({ total: NARROW, asks: 1 });
});
