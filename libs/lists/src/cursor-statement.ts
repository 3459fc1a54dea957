import { life, snapshotColumn } from '@app/snapshot-cache';
import { join, raw, sql, type Sql } from '@app/sql';
import { isAfter, rangesAfter, type KeysetValues } from './keyset.js';
import type { ListQuery } from './list-query.js';
import type { OrderTerm } from './order.js';
import { SOME_ROWS, totalNow, type GivenTotal, type PageRow } from './list-statements.js';
import { countOf, matchingRows, valueOfRows } from './narrow-rows.js';
import { selectivityOf } from './parameter.js';

/** A row of a page by cursor. */
export interface CursorRow extends Omit<PageRow, 'keys' | 'snapshot'> {
  readonly snapshot: string;
  /** The values of the order. */
  readonly values: KeysetValues;
}

/** The order of terms that have been read as columns. */
const readAs = (terms: readonly OrderTerm[]): OrderTerm[] => terms.map(({ way }, at) => ({ by: raw(`by_${at}`), way }));

const inOrder = (terms: readonly OrderTerm[]): Sql => join(terms.map(({ by, way }) => sql`${by} ${way}`));

/**
 * One statement for the page after a row: the total, and one row more than the page has, if there is one. Its time does
 * not depend on how far the row is from the start.
 *
 * @param known the total at an earlier snapshot, of a list that was long then: counting takes longest
 */
export function cursorStatement(list: ListQuery, after: KeysetValues | undefined, known: GivenTotal | undefined): Sql {
  const { query, from, key, order, columns, joins = sql`` } = list;
  const values = join(order.terms.map(({ by }) => sql`(${by})::text`));
  return sql`
WITH found AS MATERIALIZED (${foundStatement(list, query.limit + 1, after, known)})
SELECT page.*, found.total, ${life} AS life, ${snapshotColumn}
FROM found LEFT JOIN LATERAL (
  SELECT asked.key, asked.position, ARRAY[${values}] AS values, ${columns}
  FROM unnest(found.keys) WITH ORDINALITY AS asked(key, position)
  JOIN ${from} ON ${key} = asked.key ${joins}
) page ON TRUE
ORDER BY page.position`;
}

/** The total, and the keys of the rows after a row. */
function foundStatement(
  list: ListQuery,
  most: number,
  after: KeysetValues | undefined,
  known: GivenTotal | undefined,
): Sql {
  const { query, from, source = from, key, where, order } = list;
  const terms = readAs(order.terms);
  const read = join(order.terms.map(({ by }, at) => sql`${by} AS ${raw(`by_${at}`)}`));
  const columns = sql`${key} AS key, ${read}`;
  const matched = matchingRows(list, columns);
  const ordered = sql`SELECT ${columns} FROM ${source} WHERE ${where}`;
  const behind = after ? isAfter(terms, after) : sql`TRUE`;
  const some = sql`ARRAY(SELECT key FROM matched WHERE ${behind} ORDER BY ${inOrder(terms)} LIMIT ${most})`;
  if (selectivityOf(query) !== 'low') {
    return sql`WITH matched AS MATERIALIZED (${matched}) SELECT (SELECT count(*)::int FROM matched) AS total, ${some} AS keys`;
  }
  if (known) {
    return sql`SELECT ${totalNow(list, known)} AS total, ${many(list, ordered, most, after)} AS keys`;
  }
  // Of many rows an index in the order gives each range after a few steps; of few ones it would be read to its end.
  return sql`
    WITH matched AS MATERIALIZED (${matched} LIMIT ${SOME_ROWS + 1})
    SELECT
      CASE WHEN tried.total > ${SOME_ROWS} THEN ${valueOfRows(list, countOf)} ELSE tried.total END AS total,
      CASE WHEN tried.total > ${SOME_ROWS} THEN ${many(list, ordered, most, after)} ELSE ${some} END AS keys
    FROM (SELECT count(*)::int AS total FROM matched) tried`;
}

/** The keys of the first rows of consecutive ranges. */
function many({ order }: ListQuery, matched: Sql, most: number, after: KeysetValues | undefined): Sql {
  const terms = readAs(order.terms);
  const ranges = after ? rangesAfter(order.terms, after) : [sql`TRUE`];
  const parts = ranges.map((range) => sql`(${matched} AND (${range}) ORDER BY ${inOrder(order.terms)} LIMIT ${most})`);
  return sql`ARRAY(SELECT key FROM (${join(parts, ' UNION ALL ')}) part ORDER BY ${inOrder(terms)} LIMIT ${most})`;
}
