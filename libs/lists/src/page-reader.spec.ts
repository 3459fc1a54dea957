import { sql, SqlExecutor } from '@app/sql';
import { count } from '@app/schema';
import { snapshotColumn } from '@app/snapshot-cache';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statementsOf } from '../../../test/support/statements.js';
import { createStore, type TestStore } from '../../../test/support/store.js';
import { orderBy, type ListQuery } from './list-query.js';
import { PageReader } from './page-reader.js';
import { PageQuery } from './page.js';
import { AtLeast, Matches } from './parameter.js';
import { readQuery } from './read-query.js';
import { where } from './where.js';

class HousesQuery extends PageQuery {
  @AtLeast('house.rooms', count, 'Fewest rooms') minrooms?: number;
  @Matches(count, 'Asked by the clock', (rooms) => sql`house.rooms >= ${rooms}`, { volatile: true }) now?: number;
}

interface House {
  readonly id: number;
  readonly name: string;
}

let store: TestStore;
let executor: SqlExecutor;
let reader: PageReader;

beforeAll(async () => {
  store = await createStore();
  executor = SqlExecutor.of(store.dataSource);
  await executor.execute(sql`CREATE TABLE houses (id int PRIMARY KEY, name text NOT NULL, rooms int)`);
  await executor.execute(sql`INSERT INTO houses SELECT at, 'House ' || at, at % 7 FROM generate_series(1, 1300) AS at`);
});

beforeEach(() => {
  reader = new PageReader(executor);
});

afterAll(() => store.drop());

const houses = (raw: Record<string, string>, name = 'houses'): ListQuery<House> => {
  const query = readQuery(HousesQuery, raw);
  return {
    name,
    query,
    from: sql`houses house`,
    key: sql`house.id`,
    where: where(query),
    order: orderBy(['house.rooms', 'DESC NULLS LAST'], ['house.id']),
    columns: sql`house.id, house.name`,
    present: ({ id, name: shown }) => JSON.stringify([id, shown]),
  };
};

const snapshotNow = async (): Promise<string> => {
  const [row] = await executor.queryRows<{ snapshot: string }>(sql`SELECT ${snapshotColumn}`);
  return row?.snapshot ?? '';
};

/** Reads a page; the ids on it, and how many statements were sent. */
async function read(raw: Record<string, string>, snapshot: string, name?: string) {
  const { result, statements } = await statementsOf(() => reader.read(houses(raw, name) as never, snapshot));
  const ids = result.items.map((item) => (JSON.parse(String(item)) as [number, string])[0]);
  return { total: result.total, ids, statements: statements.length };
}

/** All ids in the order of the list. */
const expectedIds = async (fewest = 0): Promise<number[]> => {
  const rows = await executor.queryRows<{ id: number }>(
    sql`SELECT id FROM houses WHERE rooms >= ${fewest} OR (rooms IS NULL AND ${fewest} = 0)
      ORDER BY rooms DESC NULLS LAST, id`,
  );
  return rows.map(({ id }) => id);
};

describe('PageReader', () => {
  it('gives every page of a list once and in order, whatever its limit', async () => {
    const snapshot = await snapshotNow();
    for (const limit of [1, 77, 100]) {
      const ids = [];
      const pages = limit === 1 ? 3 : Math.ceil(1300 / limit);
      for (let page = 1; page <= pages; page++) {
        const found = await read({ page: `${page}`, limit: `${limit}` }, snapshot);
        expect(found.total).toBe(1300);
        ids.push(...found.ids);
      }
      expect(ids).toEqual((await expectedIds()).slice(0, pages * limit));
    }
  });

  it('asks once for a page, then only for rows that it has not shown, then for nothing', async () => {
    const snapshot = await snapshotNow();
    const first = await read({ limit: '10' }, snapshot);
    const second = await read({ limit: '10', page: '2' }, snapshot);
    const secondAgain = await read({ limit: '10', page: '2' }, snapshot);
    const half = await read({ limit: '15', page: '2' }, snapshot);
    expect([first, second, secondAgain, half].map(({ statements }) => statements)).toEqual([1, 1, 0, 1]);
    expect(secondAgain.ids).toEqual(second.ids);
    expect(half.ids).toEqual((await expectedIds()).slice(15, 30));
  });

  it('reads another window where a page lies beyond the keys that it has', async () => {
    const snapshot = await snapshotNow();
    await read({ limit: '100' }, snapshot);
    // The page that begins inside a window and ends outside of it is whole.
    const across = await read({ limit: '90', page: '6' }, snapshot);
    expect(across.ids).toEqual((await expectedIds()).slice(450, 540));
    const beyond = await read({ limit: '100', page: '7' }, snapshot);
    expect(beyond).toMatchObject({ total: 1300, statements: 1 });
    expect(beyond.ids).toEqual((await expectedIds()).slice(600, 700));
  });

  it.each([
    [{ page: '14', limit: '100' }, []],
    [{ page: '2147483647', limit: '100' }, []],
    [{ minrooms: '32767' }, []],
  ])('a page without rows, %j, still has the total', async (raw, ids) => {
    const snapshot = await snapshotNow();
    const total = 'minrooms' in raw ? 0 : 1300;
    expect(await read(raw, snapshot)).toMatchObject({ total, ids });
    expect(await read(raw, snapshot)).toMatchObject({ total, ids, statements: 0 });
  });

  it('shows what was committed since, in the list and in its rows', async () => {
    const before = await snapshotNow();
    await read({ limit: '5' }, before);
    await executor.execute(sql`INSERT INTO houses VALUES (2000, 'New', 99)`);
    const after = await snapshotNow();
    expect(after).not.toBe(before);
    expect(await read({ limit: '5' }, after)).toMatchObject({ total: 1301, statements: 1 });
    expect((await read({ limit: '5' }, after)).ids[0]).toBe(2000);
    await executor.execute(sql`DELETE FROM houses WHERE id = 2000`);
    expect((await read({ limit: '5' }, await snapshotNow())).ids).toEqual((await expectedIds()).slice(0, 5));
  });

  it('reads a page anew when its rows are newer than its keys', async () => {
    const before = await snapshotNow();
    await read({ limit: '5' }, before);
    await executor.execute(sql`INSERT INTO houses VALUES (2001, 'Newer', 98)`);
    // The request has begun before the commit, and has the old snapshot: its page must be of one time.
    const found = await read({ limit: '5', page: '2' }, before);
    expect(found).toMatchObject({ total: 1301, statements: 2 });
    expect(found.ids).toEqual((await expectedIds()).slice(5, 10));
    await executor.execute(sql`DELETE FROM houses WHERE id = 2001`);
  });

  it('keeps lists apart: by name, by condition and by values', async () => {
    const snapshot = await snapshotNow();
    await read({}, snapshot);
    expect(await read({}, snapshot, 'other houses')).toMatchObject({ total: 1300, statements: 1 });
    const five = await read({ minrooms: '5' }, snapshot);
    const six = await read({ minrooms: '6' }, snapshot);
    expect([five.total, six.total]).toEqual([(await expectedIds(5)).length, (await expectedIds(6)).length]);
    expect(six.statements).toBe(1);
  });

  it('never keeps a list that depends on the time', async () => {
    const snapshot = await snapshotNow();
    await read({ now: '3' }, snapshot);
    expect((await read({ now: '3' }, snapshot)).statements).toBe(1);
  });

  it('puts rows without a value last, and counts them', async () => {
    await executor.execute(sql`INSERT INTO houses VALUES (3000, 'Unknown', NULL)`);
    const snapshot = await snapshotNow();
    const last = await read({ page: '14', limit: '100' }, snapshot);
    expect(last).toMatchObject({ total: 1301, ids: [3000] });
    await executor.execute(sql`DELETE FROM houses WHERE id = 3000`);
  });
});
