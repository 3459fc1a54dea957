import { sql, SqlExecutor, column } from '@app/sql';
import { count } from '@app/schema';
import { CachedTotals, SnapshotClock } from '@app/cache';
import { beforeAll, describe, expect, it } from 'vitest';
import { statementsOf, specStore } from '@testing';
import { AtLeast } from './conditions.js';
import { each, type ListQuery } from './list-query.js';
import { orderBy } from './order.js';
import { PageReader } from './page-reader.js';
import { PageQuery } from './page.js';
import { Matches } from './parameter.js';
import { readQuery } from './read-query.js';
import { where } from './where.js';

class HousesQuery extends PageQuery {
  @AtLeast(column('house.rooms'), count, 'Fewest rooms') minrooms?: number;
  @Matches(count, 'Rooms', (rooms) => sql`house.rooms = ${rooms}`, { selectivity: 'high' }) rooms?: number;
}

interface House {
  readonly id: number;
  readonly name: string;
}

const store = specStore();
let executor: SqlExecutor;
let reader: PageReader;

beforeAll(async () => {
  executor = SqlExecutor.of(store.dataSource);
  reader = new PageReader(executor, new CachedTotals(new SnapshotClock(executor)));
  await executor.execute(sql`CREATE TABLE houses (id int PRIMARY KEY, name text NOT NULL, rooms int)`);
  await executor.execute(sql`INSERT INTO houses SELECT at, 'House ' || at, at % 7 FROM generate_series(1, 1300) AS at`);
});

const houses = (raw: Record<string, string>, name = 'houses'): ListQuery<House> => {
  const query = readQuery(HousesQuery, raw);
  return {
    name,
    query,
    search: { from: sql`houses house`, where: where(query) },
    key: sql`house.id`,
    order: orderBy([column('house.rooms'), 'DESC NULLS LAST'], [column('house.id')]),
    row: { from: sql`houses house`, columns: sql`house.id, house.name` },
    present: each(({ id, name: shown }) => JSON.stringify([id, shown])),
  };
};

/** Reads a page. Returns its ids, the number of statements, and how many of them counted rows. */
async function read(raw: Record<string, string>, name?: string) {
  const { result, statements } = await statementsOf(() => reader.read(houses(raw, name) as never));
  const ids = result.items.map((item) => (JSON.parse(item) as [number, string])[0]);
  const counts = statements.filter((statement) => JSON.stringify(statement).includes('count(*)')).length;
  return { total: result.total, ids, statements: statements.length, counts };
}

/** All ids in the order of the list. */
const expectedIds = async (fewest = 0): Promise<number[]> => {
  const rows = await executor.query<{ id: number }>(
    sql`SELECT id FROM houses WHERE rooms >= ${fewest} OR (rooms IS NULL AND ${fewest} = 0)
      ORDER BY rooms DESC NULLS LAST, id`,
  );
  return rows.map(({ id }) => id);
};

describe('PageReader', () => {
  it('reads new commits, with one statement', async () => {
    await executor.execute(sql`INSERT INTO houses VALUES (2000, 'New', 99)`);
    const first = await read({ limit: '5' });
    expect(first).toMatchObject({ total: 1301, statements: 1, counts: 1 });
    expect(first.ids[0]).toBe(2000);
    const deep = await read({ limit: '5', page: '121' });
    expect(deep).toMatchObject({ total: 1301, statements: 1, ids: (await expectedIds()).slice(600, 605) });
    await executor.execute(sql`DELETE FROM houses WHERE id = 2000`);
    expect((await read({ limit: '5' })).ids).toEqual((await expectedIds()).slice(0, 5));
  });

  it('distinguishes lists by name, condition and values', async () => {
    const deep = (raw: object = {}) => ({ page: '501', limit: '1', ...raw });
    await read(deep());
    expect((await read(deep(), 'other houses')).ids).toEqual((await expectedIds()).slice(500, 501));
    const [one, two] = [await read(deep({ minrooms: '1' })), await read(deep({ minrooms: '2' }))];
    expect([one.total, two.total]).toEqual([(await expectedIds(1)).length, (await expectedIds(2)).length]);
    expect([one.ids, two.ids]).toEqual([
      (await expectedIds(1)).slice(500, 501),
      (await expectedIds(2)).slice(500, 501),
    ]);
  });
});
