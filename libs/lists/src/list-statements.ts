import { snapshotColumn } from '@app/snapshot-cache';
import { join, raw, sql, type Sql } from '@app/sql';
import type { Key, ListQuery, Order } from './list-query.js';
import { MAX_LIMIT, type PageQuery } from './page.js';
import { selectivityOf } from './parameter.js';

/** Size of a window: the keys of this many rows are read together. */
const WINDOW_ROWS = 500;
const WINDOW_KEYS = WINDOW_ROWS + MAX_LIMIT;

/** Sorting this many rows takes about as long as counting the others. */
const SOME_ROWS = 30_000;

/** No table has this many rows. */
const MAX_START = 2_000_000_000;

/** The index of the page's first row, from 0. */
export const offsetOf = ({ page, limit }: PageQuery): number => Math.min(MAX_START, (page - 1) * limit);

/** The index of the first row of the page's window, from 0. */
export const windowStart = (query: PageQuery): number => offsetOf(query) - (offsetOf(query) % WINDOW_ROWS);

/** Identifies the window of a page; the SQL of the window may depend on nothing else. */
export const windowName = ({ name, query, from, source = from, where, order }: ListQuery): string =>
  JSON.stringify([
    name,
    windowStart(query),
    ...[source, where, inOrder(order)].map(({ text, values }) => [text, values]),
  ]);

/** A row of the page. The first one also holds the data of the list, and exists even if the page is empty. */
export interface PageRow {
  /** `null` when the page is empty. */
  readonly key: Key | null;
  readonly total: number;
  /** The keys of the window in order; `null` on all but the first row, and possibly when there are no rows. */
  readonly keys: readonly Key[] | null;
  readonly snapshot: string;
}

/** One statement for a page: the total, the keys of its window, and the columns of the rows on the page. */
export function pageStatement(list: ListQuery): Sql {
  const { query, from, key, columns, joins = sql`` } = list;
  const first = offsetOf(query) - windowStart(query) + 1;
  return sql`
WITH found AS MATERIALIZED (${windowStatement(list)})
SELECT page.*, found.total, found.snapshot, CASE WHEN coalesce(page.position, 1) = 1 THEN found.keys END AS keys
FROM found LEFT JOIN LATERAL (
  SELECT asked.key, asked.position, ${columns}
  FROM unnest(found.keys[${first}::int:${first + query.limit - 1}::int]) WITH ORDINALITY AS asked(key, position)
  JOIN ${from} ON ${key} = asked.key ${joins}
) page ON TRUE
ORDER BY page.position`;
}

function windowStatement(list: ListQuery): Sql {
  const { query, from, source = from, key, where, order } = list;
  const start = windowStart(query);
  if (selectivityOf(query) !== 'low') {
    // Few rows match: they are looked up once, counted and sorted.
    return sql`
      SELECT count(*)::int AS total, ${snapshotColumn},
        (array_agg(${key} ORDER BY ${inOrder(order)}))[${start + 1}::int:${start + WINDOW_KEYS}::int] AS keys
      FROM ${source} WHERE ${where}`;
  }
  // First, up to SOME_ROWS matching rows are read. If there are more, they are counted, and an index in the requested
  // order gives the window after a few steps; with few matching rows that index would have to be read to its end.
  const { matched, some } = matchedRows(list);
  const window = sql`LIMIT ${WINDOW_KEYS} OFFSET ${start}`;
  return sql`
    WITH matched AS MATERIALIZED (${matched} LIMIT ${SOME_ROWS + 1})
    SELECT ${snapshotColumn},
      CASE WHEN tried.total > ${SOME_ROWS} THEN (SELECT count(*)::int FROM ${source} WHERE ${where}) ELSE tried.total END AS total,
      CASE WHEN tried.total > ${SOME_ROWS}
        THEN ARRAY(SELECT ${key} FROM ${source} WHERE ${where} ORDER BY ${inOrder(order)} ${window})
        ELSE ARRAY(${some} ${window}) END AS keys
    FROM (SELECT count(*)::int AS total FROM matched) tried`;
}

/** The matching rows, and their keys in order. */
function matchedRows({ from, source = from, key, where, order }: ListQuery): { matched: Sql; some: Sql } {
  if (order.isOfRows) {
    return {
      matched: sql`SELECT ${key} AS key FROM ${source} WHERE ${where}`,
      some: sql`SELECT ${key} FROM ${from} WHERE ${key} = ANY(ARRAY(SELECT key FROM matched)) ORDER BY ${inOrder(order)}`,
    };
  }
  const columns = order.terms.map(({ by, way }, at) => ({ expression: by, by: raw(`by_${at}`), way }));
  const read = join(columns.map(({ expression, by }) => sql`${expression} AS ${by}`));
  return {
    matched: sql`SELECT ${key} AS key, ${read} FROM ${source} WHERE ${where}`,
    some: sql`SELECT key FROM matched ORDER BY ${inOrder({ terms: columns })}`,
  };
}

const inOrder = ({ terms }: Pick<Order, 'terms'>): Sql => join(terms.map(({ by, way }) => sql`${by} ${way}`));

/** The key of a row, read in addition to its columns. */
export interface ItemRow {
  readonly key: Key;
  readonly snapshot: string;
}

/** Reads the rows with the given keys, in any order. */
export const itemsStatement = ({ from, key, columns, joins = sql`` }: ListQuery, keys: readonly Key[]): Sql => sql`
SELECT ${key} AS key, (SELECT ${snapshotColumn}) AS snapshot, ${columns}
FROM ${from} ${joins} WHERE ${key} = ANY(${keys})`;
