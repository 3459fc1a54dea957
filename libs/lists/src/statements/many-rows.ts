import { join, sql, type Sql } from '@app/sql';
import { isAfter, rangesAfter, orderColumns, orderedBy, selectOrder, type Part } from '../keyset.js';
import type { ListQuery } from '../list-query.js';
import { givenOf } from '../parameter.js';
import { sorted } from './few-rows.js';

/**
 * Above this number of rows, a list is read from an index in the sort order instead of being sorted; with fewer rows,
 * PostgreSQL would read nearly the whole index. Bench class c.
 */
export const MANY_ROWS = 2_000;

/**
 * From this number of filters on, few rows usually remain: up to MANY_NARROWED rows are read once, counted and sorted.
 * Bench class j.
 */
const NARROWING = 4;
const MANY_NARROWED = 20_000;

/**
 * Total and keys of a page of a list that most rows may match. The rows are counted unless the total is known; few rows
 * are sorted.
 */
export function manyRows(list: ListQuery, part: Part, total: number | undefined): Sql {
  const walked = part.after ? after(list, part.after, part.limit) : fromStart(list, part);
  if (total !== undefined) return sql`SELECT ${total}::int AS total, ARRAY(${walked}) AS keys`;
  const { search, key, order } = list;
  // If some sort columns are only in the table, they are looked up by key.
  const matched = order.isOfRows ? sql`${key} AS key` : sql`${key} AS key, ${selectOrder(order)}`;
  const few = order.isOfRows ? lookedUp(list, part) : sorted(list, part);
  const isNarrowed = !order.isOfRows && filtersOf(list.query) >= NARROWING;
  const many = isNarrowed ? MANY_NARROWED : MANY_ROWS;
  const all = sql`SELECT count(*)::int AS total FROM ${search.from} WHERE ${search.where}`;
  const counted = isNarrowed
    ? sql`SELECT CASE WHEN count(*) > ${many} THEN (${all}) ELSE count(*)::int END AS total FROM matched`
    : all;
  const read = sql`SELECT ${matched} FROM ${search.from} WHERE ${search.where} LIMIT ${many + 1}`;
  return sql`
    WITH matched AS MATERIALIZED (${read}), counted AS MATERIALIZED (${counted})
    SELECT counted.total, CASE WHEN counted.total > ${many} THEN ARRAY(${walked}) ELSE ARRAY(${few}) END AS keys
    FROM counted`;
}

const filtersOf = (query: object): number => givenOf(query).filter(({ parameter }) => parameter.predicate).length;

/** The keys of a page by offset, from an index in the sort order. */
function fromStart({ search, inOrder = search, key, order }: ListQuery, { limit, offset }: Part): Sql {
  return sql`SELECT ${key} FROM ${inOrder.from} WHERE ${inOrder.where}
    ORDER BY ${orderedBy(order.terms)} LIMIT ${limit} OFFSET ${offset}`;
}

/** The keys of the rows after a given row, read from consecutive ranges of an index. */
function after(
  { search, inOrder = search, key, order }: ListQuery,
  row: NonNullable<Part['after']>,
  limit: number,
): Sql {
  const ranges = rangesAfter(order.terms, row).map(
    (range) => sql`(SELECT ${key} AS key, ${selectOrder(order)} FROM ${inOrder.from}
      WHERE ${inOrder.where} AND (${range}) ORDER BY ${orderedBy(order.terms)} LIMIT ${limit})`,
  );
  return sql`SELECT key FROM (${join(ranges, ' UNION ALL ')}) part ORDER BY ${orderedBy(orderColumns(order))} LIMIT ${limit}`;
}

/** The keys of a page of `matched`; the sort columns are looked up. */
function lookedUp({ row, key, order }: ListQuery, part: Part): Sql {
  const behind = part.after ? sql`AND (${isAfter(order.terms, part.after)})` : sql``;
  return sql`SELECT ${key} FROM ${row.from} WHERE ${key} = ANY(ARRAY(SELECT key FROM matched)) ${behind}
    ORDER BY ${orderedBy(order.terms)} LIMIT ${part.limit} OFFSET ${part.offset}`;
}
