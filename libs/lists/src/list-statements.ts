import { snapshotColumn } from '@app/snapshot-cache';
import { join, raw, sql, type Sql } from '@app/sql';
import type { Key, ListQuery, Order } from './list-query.js';
import { MAX_LIMIT, type PageQuery } from './page.js';
import { selectivityOf } from './parameter.js';

/** A window holds every page that begins within so many rows. */
const WINDOW_ROWS = 500;
const WINDOW_KEYS = WINDOW_ROWS + MAX_LIMIT;

/** So many rows are put in order in the time that counting the others takes. */
const SOME_ROWS = 30_000;

/** So many rows no table has. */
const MAX_START = 2_000_000_000;

/** The first row of the page, from 0. */
export const offsetOf = ({ page, limit }: PageQuery): number => Math.min(MAX_START, (page - 1) * limit);

/** The first row of the window that the page is in, from 0. */
export const windowStart = (query: PageQuery): number => offsetOf(query) - (offsetOf(query) % WINDOW_ROWS);

/** Tells the window of a page from every other; what asks the store for it may not depend on more than this. */
export const windowName = ({ name, query, from, where, order }: ListQuery): string =>
  JSON.stringify([
    name,
    windowStart(query),
    ...[from, where, inOrder(order)].map(({ text, values }) => [text, values]),
  ]);

/** A row on the page, and on the first one, which is there even when the page is empty, what the list holds. */
export interface PageRow {
  /** `null` when the page is empty. */
  readonly key: Key | null;
  readonly total: number;
  /** The keys of the window in their order; `null` on the other rows, and it may be when there are none. */
  readonly keys: readonly Key[] | null;
  readonly snapshot: string;
}

/** How many rows a list has, which are in the window of its page, and what is read of those on the page. */
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
  const { query, from, key, where, order } = list;
  const start = windowStart(query);
  if (selectivityOf(query) !== 'low') {
    // They are looked up once, and counted as they are put in order.
    return sql`
      SELECT count(*)::int AS total, ${snapshotColumn},
        (array_agg(${key} ORDER BY ${inOrder(order)}))[${start + 1}::int:${start + WINDOW_KEYS}::int] AS keys
      FROM ${from} WHERE ${where}`;
  }
  // It is tried whether there are only some. Many are counted, and an index that has their order gives the window after a
  // few steps; where only some match, it would have to be gone through to its end.
  const { matched, some } = matchedRows(list);
  const window = sql`LIMIT ${WINDOW_KEYS} OFFSET ${start}`;
  return sql`
    WITH matched AS MATERIALIZED (${matched} LIMIT ${SOME_ROWS + 1})
    SELECT ${snapshotColumn},
      CASE WHEN tried.total > ${SOME_ROWS} THEN (SELECT count(*)::int FROM ${from} WHERE ${where}) ELSE tried.total END AS total,
      CASE WHEN tried.total > ${SOME_ROWS}
        THEN ARRAY(SELECT ${key} FROM ${from} WHERE ${where} ORDER BY ${inOrder(order)} ${window})
        ELSE ARRAY(${some} ${window}) END AS keys
    FROM (SELECT count(*)::int AS total FROM matched) tried`;
}

/** What is read of the rows that match, and from that their keys in order. */
function matchedRows({ from, key, where, order }: ListQuery): { matched: Sql; some: Sql } {
  if (order.isOfRows) {
    return {
      matched: sql`SELECT ${key} AS key FROM ${from} WHERE ${where}`,
      some: sql`SELECT ${key} FROM ${from} WHERE ${key} = ANY(ARRAY(SELECT key FROM matched)) ORDER BY ${inOrder(order)}`,
    };
  }
  const columns = order.terms.map(({ by, way }, at) => ({ expression: by, by: raw(`by_${at}`), way }));
  const read = join(columns.map(({ expression, by }) => sql`${expression} AS ${by}`));
  return {
    matched: sql`SELECT ${key} AS key, ${read} FROM ${from} WHERE ${where}`,
    some: sql`SELECT key FROM matched ORDER BY ${inOrder({ terms: columns })}`,
  };
}

const inOrder = ({ terms }: Pick<Order, 'terms'>): Sql => join(terms.map(({ by, way }) => sql`${by} ${way}`));

/** What is read of a row that a key named, beside its columns. */
export interface ItemRow {
  readonly key: Key;
  readonly snapshot: string;
}

/** What is read of the rows that the keys name, in any order. */
export const itemsStatement = ({ from, key, columns, joins = sql`` }: ListQuery, keys: readonly Key[]): Sql => sql`
SELECT ${key} AS key, (SELECT ${snapshotColumn}) AS snapshot, ${columns}
FROM ${from} ${joins} WHERE ${key} = ANY(${keys})`;
