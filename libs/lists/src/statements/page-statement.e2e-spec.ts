import { CachedTotals, SnapshotClock } from '@app/cache';
import { column, sql, SqlExecutor } from '@app/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { specStore } from '@testing';
import { each } from '../list-query.js';
import { orderBy, orderOfRows, type Order } from '../order.js';
import { PageReader } from '../page-reader.js';
import { PageQuery } from '../page.js';
import { readQuery } from '../read-query.js';
import { MANY_ROWS } from './many-rows.js';

/** Up to this number, rows are sorted; above it, an index supplies the order. */
const SOME = MANY_ROWS;

const store = specStore();

beforeAll(async () => {
  await store.dataSource.query('CREATE TABLE numbered (id int PRIMARY KEY)');
  await store.dataSource.query('INSERT INTO numbered SELECT generate_series(1, $1)', [SOME + 2]);
  await store.dataSource.query('ANALYZE numbered');
});

/** A reader without cached state. */
function newReader(): PageReader {
  const executor = SqlExecutor.of(store.dataSource);
  return new PageReader(executor, new CachedTotals(new SnapshotClock(executor)));
}

/** A page of the numbers from 1 to `count`, and the total. */
async function numbers(count: number, order: Order, page: number, limit: number, reader = newReader()) {
  const query = readQuery(PageQuery, { page: `${page}`, limit: `${limit}` });
  const list = {
    name: 'numbers',
    query,
    search: { from: sql`numbered`, where: sql`numbered.id <= ${count}` },
    key: sql`numbered.id`,
    order,
    row: { from: sql`numbered`, columns: sql`numbered.id` },
    present: each(({ id }: { id: number }) => `${id}`),
  };
  const read = await reader.read(list);
  return { total: read.total, items: read.items.map(Number) };
}

const ORDERS = [
  ['up', orderBy([column('numbered.id')]), (at: number) => at],
  ['down', orderBy([column('numbered.id'), 'DESC']), (at: number, count: number) => count + 1 - at],
  [
    'by halves, up',
    orderBy([sql`numbered.id % 2`], [column('numbered.id')]),
    (at: number, count: number) => halved(at, count),
  ],
] as const;

/** Even numbers first, then odd ones. */
const halved = (at: number, count: number): number => {
  const even = Math.floor(count / 2);
  return at <= even ? 2 * at : 2 * (at - even) - 1;
};

describe.each([0, 1, 650, SOME, SOME + 1])('a list of %i rows', (count) => {
  describe.each(ORDERS)('%s', (_, order, valueAt) => {
    it.each([
      ['its first page', 1, 20],
      ['a page at the end of a window', 5, 100],
      ['a page across it', 17, 30],
      ['its last page', Math.max(1, Math.ceil(count / 100)), 100],
      ['a page behind its end', Math.ceil(count / 100) + 1, 100],
    ])('has the total and %s', async (__, page, limit) => {
      const start = (page - 1) * limit;
      const length = Math.max(0, Math.min(limit, count - start));
      const items = Array.from({ length }, (___, at) => valueAt(start + at + 1, count));
      for (const asked of [order, orderOfRows(...termsOf(order))]) {
        expect(await numbers(count, asked, page, limit)).toEqual({ total: count, items });
      }
    });

    it.each([SOME + 2, SOME - 1])('has them after a list with the same conditions and %i rows', async (other) => {
      const reader = newReader();
      await numbers(other, order, 1, 1, reader);
      const items = Array.from({ length: Math.min(10, count) }, (__, at) => valueAt(at + 1, count));
      expect(await numbers(count, order, 1, 10, reader)).toEqual({ total: count, items });
    });
  });
});

const termsOf = ({ terms }: Order) => terms.map(({ by, way }) => [by, way.text] as const);
