import { sql, type Sql } from '@app/sql';
import { isAfter, orderColumns, orderedBy, selectOrder, type Part } from '../keyset.js';
import type { ListQuery } from '../list-query.js';

/** Total and keys of a page of a selective list. The matching rows are read once, counted and sorted. */
export const fewRows = ({ search, key, order }: ListQuery, part: Part): Sql => sql`
  WITH matched AS MATERIALIZED (
    SELECT ${key} AS key, ${selectOrder(order)} FROM ${search.from} WHERE ${search.where}
  )
  SELECT (SELECT count(*)::int FROM matched) AS total, ARRAY(${sorted({ order }, part)}) AS keys`;

/** The keys of a page of `matched`, which contains the sort columns. */
export function sorted({ order }: Pick<ListQuery, 'order'>, { limit, offset, after }: Part): Sql {
  const terms = orderColumns(order);
  const behind = after ? sql`WHERE ${isAfter(terms, after)}` : sql``;
  return sql`SELECT key FROM matched ${behind} ORDER BY ${orderedBy(terms)} LIMIT ${limit} OFFSET ${offset}`;
}
