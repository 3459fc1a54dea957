import { flag } from '@app/schema';
import { CachedTotals, SnapshotClock } from '@app/cache';
import { join, sql, SqlExecutor, bytewise, column, lower } from '@app/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { specStore } from '@testing';
import { Equals } from './conditions.js';
import { cursorBehind, PageReader } from './page-reader.js';
import { each, type ListQuery } from './list-query.js';
import { orderBy, orderOfRows, type Order } from './order.js';
import { PageQuery } from './page.js';
import { readQuery } from './read-query.js';
import { MANY_ROWS } from './statements/many-rows.js';
import { where } from './where.js';

/** More than a page, and enough for an index to supply it. */
const MANY = MANY_ROWS + 400;

class RowsQuery extends PageQuery {
  @Equals(column('item.few'), flag, 'Whether it is one of few', { selectivity: 'high' }) few?: boolean;
  @Equals(column('item.many'), flag, 'Whether it is one of many') many?: boolean;
}

/** Ties, missing values, all pairs of directions, and a term of the table only. */
const ORDERS: Readonly<Record<string, Order>> = {
  id: orderBy([column('item.id')]),
  back: orderBy([column('item.id'), 'DESC']),
  up: orderBy([column('item.day')], [column('item.id')]),
  down: orderBy([column('item.day'), 'DESC'], [column('item.id')]),
  both: orderBy([column('item.day'), 'DESC'], [column('item.id'), 'DESC']),
  cheap: orderBy([column('item.price'), 'ASC NULLS LAST'], [column('item.id')]),
  dear: orderOfRows([column('item.price'), 'DESC NULLS LAST'], [column('item.id')]),
  three: orderOfRows([column('item.price'), 'DESC NULLS LAST'], [column('item.day')], [column('item.id'), 'DESC']),
  words: orderBy([bytewise(lower(column('item.name')))], [column('item.id')]),
};

const store = specStore();
let executor: SqlExecutor;

beforeAll(async () => {
  executor = SqlExecutor.of(store.dataSource);
  await executor.execute(sql`CREATE TABLE items (id int PRIMARY KEY, day timestamptz NOT NULL, price numeric,
    name text NOT NULL, few boolean NOT NULL, many boolean NOT NULL)`);
  await executor.execute(sql`INSERT INTO items
    SELECT at, '2026-01-01 00:00:00.000001Z'::timestamptz + make_interval(hours => at * 7919 % 5000),
      CASE WHEN at % 3 > 0 THEN (at * 31 % 700) / 7.0 END, 'Ñame "' || at * 17 % 900, at % 500 = 0, at % 20 = 0
    FROM generate_series(1, ${MANY}::int) AS at`);
  await executor.execute(sql`CREATE INDEX ON items (day DESC, id)`);
  await executor.execute(sql`CREATE INDEX ON items (price DESC NULLS LAST, id)`);
  await executor.execute(sql`ANALYZE items`);
});

const listOf = (raw: Record<string, string>, order = 'id'): ListQuery<{ id: number }> => {
  const query = readQuery(RowsQuery, raw);
  return {
    name: `items by ${order}`,
    query,
    search: { from: sql`items item`, where: where(query) },
    key: sql`item.id`,
    order: ORDERS[order]!,
    row: { from: sql`items item`, columns: sql`item.id` },
    present: each(({ id }) => String(id)),
  };
};

const newReader = () => new PageReader(executor, new CachedTotals(new SnapshotClock(executor)));

async function read(reader: PageReader, raw: Record<string, string>, order?: string) {
  const page = await reader.read(listOf(raw, order));
  return { ...page, ids: page.items.map(Number) };
}

/** The ids of all pages from the start. */
async function walk(raw: Record<string, string>, order: string, onPage?: (ids: number[]) => Promise<void>) {
  const reader = newReader();
  const ids: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await read(reader, { ...raw, cursor }, order);
    ids.push(...page.ids);
    cursor = page.nextCursor ?? null;
    await onPage?.(page.ids);
  }
  return ids;
}

async function expected(raw: Record<string, string>, order: string): Promise<number[]> {
  const { where: condition } = listOf(raw).search;
  const terms = join(ORDERS[order]!.terms.map(({ by, way }) => sql`${by} ${way}`));
  const rows = await executor.query<{ id: number }>(
    sql`SELECT item.id FROM items item WHERE ${condition} ORDER BY ${terms}`,
  );
  return rows.map(({ id }) => id);
}

/** The values of a row in a sort order. */
async function valuesOf(id: number, order: string): Promise<string[]> {
  const values = join(ORDERS[order]!.terms.map(({ by }) => sql`(${by})::text`));
  const [row] = await executor.query<{ values: string[] }>(
    sql`SELECT ARRAY[${values}] AS values FROM items item WHERE id = ${id}`,
  );
  return row?.values ?? [];
}

describe('cursor pagination', () => {
  it.each(Object.keys(ORDERS))(
    'returns each row of a list in the order "%s" once, whatever the length',
    async (order) => {
      for (const [raw, limit] of [
        [{ many: 'true' }, '97'],
        [{ few: 'true' }, '1'],
      ] as const)
        expect(await walk({ ...raw, limit }, order)).toEqual(await expected(raw, order));
      const ids = await expected({}, order);
      const reader = newReader();
      for (const place of [0, MANY / 3, MANY / 2, MANY - 150]) {
        const before = ids[place - 1];
        let cursor = before ? cursorBehind(listOf({}, order), await valuesOf(before, order)) : '';
        for (let at = place; at < Math.min(MANY, place + 300); at += 100) {
          const page = await read(reader, { limit: '100', cursor }, order);
          expect(page.ids).toEqual(ids.slice(at, at + 100));
          cursor = page.nextCursor ?? '';
        }
      }
    },
  );
});

describe('a cursor', () => {
  const expectRefusal = async (cursor: string, raw: Record<string, string> = {}, order = 'down') => {
    const asked = read(newReader(), { ...raw, cursor }, order);
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
  };

  it('is rejected if it is damaged', async () => {
    const good = cursorBehind(listOf({ cursor: '' }, 'down'), ['2026-01-01', '7']);
    for (const broken of ['x', 'e30', good.slice(1), `${good}AAAA`, `${good.slice(0, 30)}_${good.slice(31)}`])
      await expectRefusal(broken);
    const other = Buffer.from(good, 'base64url').toString();
    for (const part of ['"7"', '[1,'])
      await expectRefusal(Buffer.from(other.replace(part, part.replace(/\d/, '8'))).toString('base64url'));
  });
});
