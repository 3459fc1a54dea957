import { momentColumn } from '@app/freshness';
import type { Key, List } from './list.js';
import { MAX_LIMIT, type PageQuery } from './page.js';
import { leftBy } from './parameter.js';
import { join, raw, sql, type Sql } from './sql.js';

/** A window holds every page that begins within so many rows. */
const WINDOW_ROWS = 500;
const WINDOW_KEYS = WINDOW_ROWS + MAX_LIMIT;

/** So many rows are put in order in a few milliseconds. */
const SOME_ROWS = 20_000;

/** So many rows no table has. */
const MAX_START = 2_000_000_000;

/** The first row of the page, from 0. */
export const offsetOf = ({ page, limit }: PageQuery): number => Math.min(MAX_START, (page - 1) * limit);

/** The first row of the window that the page is in, from 0. */
export const windowStart = (query: PageQuery): number => offsetOf(query) - (offsetOf(query) % WINDOW_ROWS);

/** Tells the window of a page from every other; what asks the store for it may not depend on more than this. */
export const windowName = (list: List): string =>
  JSON.stringify([
    list.name,
    windowStart(list.query),
    ...[list.from, list.where, inOrder(list)].map(({ sql: text, values }) => [text, values]),
  ]);

/** A row on the page, and on the first one, which is there even when the page is empty, what the list holds. */
export interface PageRow {
  /** `null` when the page is empty. */
  readonly key: Key | null;
  readonly total: number;
  /** The keys of the window in their order; `null` on the other rows, and when there are none. */
  readonly keys: readonly Key[] | null;
  readonly moment: string;
}

/** How many rows a list has, which are in the window of its page, and what is read of those on the page. */
export function pageStatement(list: List): Sql {
  const { query, from, key, columns, joins = sql`` } = list;
  const first = offsetOf(query) - windowStart(query) + 1;
  return sql`
WITH found AS MATERIALIZED (${windowStatement(list)})
SELECT page.*, found.total, found.moment, CASE WHEN coalesce(page.position, 1) = 1 THEN found.keys END AS keys
FROM found LEFT JOIN LATERAL (
  SELECT asked.key, asked.position, ${columns}
  FROM unnest(found.keys[${first}::int:${first + query.limit - 1}::int]) WITH ORDINALITY AS asked(key, position)
  JOIN ${from} ON ${key} = asked.key ${joins}
) page ON TRUE
ORDER BY page.position`;
}

function windowStatement(list: List): Sql {
  const { query, from, key, where, order } = list;
  if (leftBy(query) !== 'many') {
    // They are looked up once, and counted as they are put in order.
    return sql`SELECT count(*)::int AS total, ${window(query, key, inOrder(list))} AS keys, ${momentColumn} FROM ${from} WHERE ${where}`;
  }
  // So it is done while there turn out to be some. Many are counted, and an index that has their order gives the window
  // after a few steps; where only some match, it would have to be gone through to its end.
  const terms = order.map(({ way }, at) => ({ by: column(at), way }));
  return sql`
    SELECT CASE WHEN few.total > ${SOME_ROWS} THEN (SELECT count(*)::int FROM ${from} WHERE ${where}) ELSE few.total END AS total,
      CASE WHEN few.total > ${SOME_ROWS}
        THEN ARRAY(SELECT ${key} FROM ${from} WHERE ${where} ORDER BY ${inOrder(list)} LIMIT ${WINDOW_KEYS} OFFSET ${windowStart(query)})
        ELSE few.keys END AS keys, ${momentColumn}
    FROM (
      SELECT count(*)::int AS total, ${window(query, sql`key`, inOrder({ order: terms }))} AS keys
      FROM (
        SELECT ${key} AS key, ${join(order.map(({ by }, at) => sql`${by} AS ${column(at)}`))}
        FROM ${from} WHERE ${where} LIMIT ${SOME_ROWS + 1}
      ) matched
    ) few`;
}

/** What an order goes by, where the rows are no longer those of their table. */
const column = (at: number): Sql => raw(`by_${at}`);

const inOrder = ({ order }: Pick<List, 'order'>): Sql => join(order.map(({ by, way }) => sql`${by} ${way}`));

/** The keys of the window, of all of them in this order. */
function window(query: PageQuery, key: Sql, order: Sql): Sql {
  const start = windowStart(query);
  return sql`(array_agg(${key} ORDER BY ${order}))[${start + 1}::int:${start + WINDOW_KEYS}::int]`;
}

/** What is read of a row that a key named, beside its columns. */
export interface ItemRow {
  readonly key: Key;
  readonly moment: string;
}

/** What is read of the rows that the keys name, in any order. */
export const itemsStatement = ({ from, key, columns, joins = sql`` }: List, keys: readonly Key[]): Sql => sql`
SELECT ${key} AS key, (SELECT ${momentColumn}) AS moment, ${columns}
FROM ${from} ${joins} WHERE ${key} = ANY(${keys})`;
