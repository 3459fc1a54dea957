import { sql, SqlExecutor } from '@app/sql';
import { count } from '@app/schema';
import { SnapshotClock } from '@app/snapshot-cache';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectUnlessOthersCommit } from '../../../test/support/others-commit.js';
import { statementsOf } from '../../../test/support/statements.js';
import { createStore, type TestStore } from '../../../test/support/store.js';
import { AtLeast } from './conditions.js';
import { each, type ListQuery } from './list-query.js';
import { orderBy } from './order.js';
import { PageReader } from './page-reader.js';
import { PageQuery } from './page.js';
import { Matches } from './parameter.js';
import { readQuery } from './read-query.js';
import { where } from './where.js';

class HousesQuery extends PageQuery {
  @AtLeast('house.rooms', count, 'Fewest rooms') minrooms?: number;
  @Matches(count, 'Rooms', (rooms) => sql`house.rooms = ${rooms}`, { selectivity: 'high' }) rooms?: number;
  @Matches(count, 'Asked by the clock', (rooms) => sql`house.rooms >= ${rooms}`, { volatile: true }) now?: number;
}

interface House {
  readonly id: number;
  readonly name: string;
}

let store: TestStore;
let executor: SqlExecutor;
let clock: SnapshotClock;
let reader: PageReader;

beforeAll(async () => {
  store = await createStore();
  executor = SqlExecutor.of(store.dataSource);
  await executor.execute(sql`CREATE TABLE houses (id int PRIMARY KEY, name text NOT NULL, rooms int)`);
  await executor.execute(sql`INSERT INTO houses SELECT at, 'House ' || at, at % 7 FROM generate_series(1, 1300) AS at`);
});

beforeEach(renew);

/** A reader that has kept nothing. */
function renew(): void {
  clock = new SnapshotClock(executor);
  reader = new PageReader(executor, clock);
}

/** Each try begins with a reader that has kept nothing of those before. */
const unlessOthersCommit = (check: () => Promise<void>): Promise<void> =>
  expectUnlessOthersCommit(async () => {
    renew();
    await check();
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
    present: each(({ id, name: shown }) => JSON.stringify([id, shown])),
  };
};

const snapshotNow = async (): Promise<string> => (await clock.read((columns) => sql`SELECT ${columns}`)).at.snapshot;

/** Reads a page; the ids on it, how many statements were sent, and how many of them counted the rows. */
async function read(raw: Record<string, string>, snapshot: string, name?: string) {
  const { result, statements } = await statementsOf(() => reader.read(houses(raw, name) as never, snapshot));
  const ids = result.items.map((item) => (JSON.parse(String(item)) as [number, string])[0]);
  const counts = statements.filter((statement) => JSON.stringify(statement).includes('count(*)')).length;
  return { total: result.total, ids, statements: statements.length, counts };
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

  it('asks once for a page near the start, whatever was asked before', () =>
    unlessOthersCommit(async () => {
      const snapshot = await snapshotNow();
      for (const page of ['1', '2', '2', '50'])
        expect(await read({ limit: '10', page }, snapshot)).toMatchObject({ total: 1300, statements: 1 });
    }));

  it('asks once for a page far from the start, and then for the rows of its neighbours alone', () =>
    unlessOthersCommit(async () => {
      const snapshot = await snapshotNow();
      const expected = await expectedIds();
      const pages = [
        [{ limit: '10', page: '60' }, 590, 600, 1],
        [{ limit: '10', page: '61' }, 600, 610, 0],
        [{ limit: '15', page: '40' }, 585, 600, 0],
      ] as const;
      for (const [page, from, to, counts] of pages) {
        expect(await read(page, snapshot)).toMatchObject({ ids: expected.slice(from, to), statements: 1, counts });
      }
    }));

  it('finds the rows of a selective list once, for all pages near the first that was asked for', () =>
    unlessOthersCommit(async () => {
      await executor.execute(sql`DELETE FROM houses WHERE id = 2002`);
      const ids = (await expectedIds()).filter((id) => id % 7 === 3);
      const asked = [
        [{ limit: '5' }, 0, 5, 1],
        [{ limit: '7', page: '2' }, 7, 14, 0],
        [{ limit: '100' }, 0, 100, 0],
        [{ limit: '90', page: '2' }, 90, 180, 1],
      ] as const;
      const snapshot = await snapshotNow();
      for (const [page, from, to, counts] of asked) {
        const found = await read({ rooms: '3', ...page }, snapshot);
        expect(found).toMatchObject({ total: ids.length, ids: ids.slice(from, to), statements: 1, counts });
      }
      await executor.execute(sql`INSERT INTO houses VALUES (2002, 'New', 3)`);
      const after = await read({ rooms: '3', limit: '7', page: '2' }, await snapshotNow());
      await executor.execute(sql`DELETE FROM houses WHERE id = 2002`);
      expect(after).toMatchObject({ total: ids.length + 1, ids: ids.slice(7, 14), counts: 1 });
    }));

  it('reads another window where a page lies beyond the keys that it has', () =>
    unlessOthersCommit(async () => {
      const snapshot = await snapshotNow();
      await read({ limit: '100' }, snapshot);
      // The page that begins inside a window and ends outside of it is whole.
      const across = await read({ limit: '90', page: '6' }, snapshot);
      expect(across.ids).toEqual((await expectedIds()).slice(450, 540));
      const beyond = await read({ limit: '100', page: '7' }, snapshot);
      expect(beyond).toMatchObject({ total: 1300, statements: 1 });
      expect(beyond.ids).toEqual((await expectedIds()).slice(600, 700));
    }));

  it.each([
    [{ page: '14', limit: '100' }, []],
    [{ page: '2147483647', limit: '100' }, []],
    [{ minrooms: '32767' }, []],
  ])('a page without rows, %j, still has the total', (raw, ids) =>
    unlessOthersCommit(async () => {
      const snapshot = await snapshotNow();
      const total = 'minrooms' in raw ? 0 : 1300;
      expect(await read(raw, snapshot)).toMatchObject({ total, ids });
      expect(await read(raw, snapshot)).toMatchObject({ total, ids, statements: 'page' in raw ? 0 : 1 });
    }),
  );

  it('shows what was committed since, in the list and in its rows', () =>
    unlessOthersCommit(async () => {
      await executor.execute(sql`DELETE FROM houses WHERE id = 2000`);
      const before = await snapshotNow();
      const deep = { limit: '5', page: '121' };
      await read({ limit: '5' }, before);
      await read(deep, before);
      await executor.execute(sql`INSERT INTO houses VALUES (2000, 'New', 99)`);
      const after = await snapshotNow();
      expect(after).not.toBe(before);
      expect(await read({ limit: '5' }, after)).toMatchObject({ total: 1301, statements: 1 });
      expect((await read({ limit: '5' }, after)).ids[0]).toBe(2000);
      expect(await read(deep, after)).toMatchObject({ total: 1301, ids: (await expectedIds()).slice(600, 605) });
      await executor.execute(sql`DELETE FROM houses WHERE id = 2000`);
      expect((await read({ limit: '5' }, await snapshotNow())).ids).toEqual((await expectedIds()).slice(0, 5));
      expect((await read(deep, await snapshotNow())).ids).toEqual((await expectedIds()).slice(600, 605));
    }));

  it('reads a page anew when its rows are newer than its keys', () =>
    unlessOthersCommit(async () => {
      await executor.execute(sql`DELETE FROM houses WHERE id = 2001`);
      const before = await snapshotNow();
      await read({ limit: '5', page: '121' }, before);
      await executor.execute(sql`INSERT INTO houses VALUES (2001, 'Newer', 98)`);
      // The request has begun before the commit, and has the old snapshot: its page must be of one time.
      const found = await read({ limit: '5', page: '122' }, before);
      const expected = (await expectedIds()).slice(605, 610);
      await executor.execute(sql`DELETE FROM houses WHERE id = 2001`);
      // The rows, the position that they are of, and the page.
      expect(found).toMatchObject({ total: 1301, statements: 3, ids: expected });
    }));

  it('keeps lists apart: by name, by condition and by values', async () => {
    const snapshot = await snapshotNow();
    const deep = (raw: object = {}) => ({ page: '501', limit: '1', ...raw });
    await read(deep(), snapshot);
    expect((await read(deep(), snapshot, 'other houses')).ids).toEqual((await expectedIds()).slice(500, 501));
    const [one, two] = [await read(deep({ minrooms: '1' }), snapshot), await read(deep({ minrooms: '2' }), snapshot)];
    expect([one.total, two.total]).toEqual([(await expectedIds(1)).length, (await expectedIds(2)).length]);
    expect([one.ids, two.ids]).toEqual([
      (await expectedIds(1)).slice(500, 501),
      (await expectedIds(2)).slice(500, 501),
    ]);
  });

  it('never keeps a list that depends on the time', async () => {
    const snapshot = await snapshotNow();
    const deep = { now: '1', page: '501', limit: '1' };
    for (const _ of [1, 2]) expect(await read(deep, snapshot)).toMatchObject({ statements: 1, counts: 1 });
  });

  it('puts rows without a value last, and counts them', async () => {
    await executor.execute(sql`INSERT INTO houses VALUES (3000, 'Unknown', NULL)`);
    const snapshot = await snapshotNow();
    const last = await read({ page: '14', limit: '100' }, snapshot);
    expect(last).toMatchObject({ total: 1301, ids: [3000] });
    await executor.execute(sql`DELETE FROM houses WHERE id = 3000`);
  });

  it('reads a page in one snapshot when something that it shows was changed between two statements', async () => {
    let tries = 0;
    const changing: ListQuery<House> = {
      ...houses({ limit: '2' }),
      present: (rows, source) => (tries++ === 0 ? undefined : presentIn(rows, source.executor)),
    } as ListQuery<House>;
    const levels: string[] = [];
    const presentIn = async (rows: readonly House[], within: SqlExecutor): Promise<string[]> => {
      const [setting] = await within.queryRows<{ level: string }>(
        sql`SELECT current_setting('transaction_isolation') AS level`,
      );
      levels.push(setting?.level ?? '');
      return rows.map(({ id }) => `${id}`);
    };
    const { items } = await reader.read(changing, await snapshotNow());
    expect({ items: items.map(Number), levels }).toEqual({
      items: (await expectedIds()).slice(0, 2),
      levels: ['repeatable read'],
    });
  });
});
