import { changesSince, life, snapshotColumn } from '@app/snapshot-cache';
import { join, oneOf, raw, sql, type Sql } from '@app/sql';
import type { Key, ListQuery } from './list-query.js';
import type { Order } from './order.js';
import { MAX_LIMIT, type PageQuery } from './page.js';
import { countOf, matchingRows, valueOfRows } from './narrow-rows.js';
import type { Place } from './place.js';
import { isVolatile, selectivityOf } from './parameter.js';

/** Size of a window: far from the start of a list, the keys of this many rows are read together. */
const WINDOW_ROWS = 500;
/** Rows before and after those that the pages of a window have: changes before it move them. */
const MARGIN = 50;

/** More rows between two bounds are not counted: the list itself is. */
const FEW_BETWEEN = 10_000;

/** Sorting this many rows takes about as long as counting the others. */
export const SOME_ROWS = 30_000;

/** This many rows are counted and sorted in less time than it takes to count them first, and then to look up their order. */
export const TRIED_ROWS = 60_000;

/** No table has this many rows. */
const MAX_START = 2_000_000_000;

/** The index of the page's first row, from 0. */
export const offsetOf = ({ page, limit }: PageQuery): number => Math.min(MAX_START, (page - 1) * limit);

/** The index of the first row that a page of this page's window may have, from 0. */
export const windowStart = (query: PageQuery): number => offsetOf(query) - (offsetOf(query) % WINDOW_ROWS);

/** Which keys are read with a page: no others; those around it; those of its window, with their places in the order. */
export type Reach = 'page' | 'near' | 'window';

/** The rows whose keys are read with a page. */
export function rangeOf(query: PageQuery, reach: Reach): Range {
  const offset = offsetOf(query);
  if (reach === 'page') return { start: offset, length: query.limit };
  const start = Math.max(0, windowStart(query) - MARGIN);
  const end = reach === 'near' ? offset + MAX_LIMIT : windowStart(query) + WINDOW_ROWS + MAX_LIMIT + MARGIN;
  return { start, length: end - start };
}

/** Identifies the rows of a list, in any order. */
export const rowsName = ({ name, from, source = from, where }: ListQuery): string =>
  JSON.stringify([name, source.text, source.values, where.text, where.values]);

/** Identifies the lists that differ from one in nothing but the values of its conditions. */
export const shapeName = ({ name, from, source = from, where }: ListQuery): string =>
  `${name} ${source.text} ${where.text}`;

/** Identifies the window of a page; the SQL of the window may depend on nothing else. */
export function windowName(list: ListQuery): string {
  const { text, values } = inOrder(list.order);
  return JSON.stringify([windowStart(list.query), text, values, rowsName(list)]);
}

/** A total, and the snapshot in which it was counted. */
export interface KnownTotal {
  readonly total: number;
  /** As `snapshotColumn` gives it. */
  readonly snapshot: string;
  readonly life: string;
}

/** A total to begin with: that of the list, or of another one. */
export interface GivenTotal extends KnownTotal {
  readonly other?: Relation;
}

/** How a list is related to another one that differs in a bound. */
interface Relation {
  /** The conditions of the other one. */
  readonly where: Sql;
  /** The wider one of the two; what it has more is beyond the bound of the narrower one. */
  readonly wider: Pick<ListQuery, 'from' | 'source' | 'where'>;
  readonly beyond: Sql;
  /** Whether the other one is the narrower one. */
  readonly isNarrower: boolean;
}

/** What is read of a list, and how. */
export interface Reading {
  readonly reach: Reach;
  /** The list is known to have more than SOME_ROWS rows. If that is wrong, the statement takes longer. */
  readonly isLong: boolean;
  /** The last list with the same conditions had more than TRIED_ROWS, with other values. If that is wrong, it takes little longer. */
  readonly isLikelyLong?: boolean;
  /** The total of a long list at an earlier snapshot: what was logged since tells the total of now. */
  readonly known?: GivenTotal | undefined;
}

/** A row of the page. The first one also holds the data of the list, and exists even if the page is empty. */
export interface PageRow {
  /** `null` when the page is empty. */
  readonly key: Key | null;
  readonly total: number;
  /** The keys of the range in order, and their places where a window is read; only on the first row. */
  readonly keys?: readonly Key[] | null;
  readonly places?: readonly Place[] | null;
  /** Where keys or totals are kept. */
  readonly snapshot?: string;
  readonly life: string;
  /** Whether narrow rows are read in less time now; of a list that has some. */
  readonly areNarrowQuicker?: boolean;
}

/** One statement for a page: the total, the keys of its range, and the columns of the rows on the page. */
export function pageStatement(list: ListQuery, reading: Reading): Sql {
  const { query, from, key, columns, joins = sql`` } = list;
  const range = rangeOf(query, reading.reach);
  const first = offsetOf(query) - range.start + 1;
  const found = foundStatement(list, reading, range);
  const isKept = reading.reach !== 'page';
  const page = isKept ? sql`found.keys[${first}::int:${first + query.limit - 1}::int]` : sql`found.keys`;
  const onFirst = (column: Sql) => sql`, CASE WHEN coalesce(page.position, 1) = 1 THEN ${column} END`;
  const ofList = namesSnapshot(list, reading) ? sql`${onFirst(sql`found.snapshot`)} AS snapshot` : sql``;
  const ofNarrow = list.narrow ? sql`${onFirst(list.narrow.areQuicker)} AS "areNarrowQuicker"` : sql``;
  const isPlaced = reading.reach === 'window' && list.carried;
  const places = isPlaced ? sql`${onFirst(placesStatement(list))} AS places` : sql``;
  const ofRange = isKept ? sql`${onFirst(sql`to_json(found.keys)`)} AS keys ${places}` : sql``;
  return sql`
WITH found AS MATERIALIZED (${found})
SELECT page.*${onFirst(sql`found.total`)} AS total${onFirst(sql`found.life`)} AS life${ofList}${ofNarrow}${ofRange}
FROM found LEFT JOIN LATERAL (
  SELECT asked.key, asked.position, ${columns}
  FROM unnest(${page}) WITH ORDINALITY AS asked(key, position)
  JOIN ${from} ON ${key} = asked.key ${joins}
) page ON TRUE
ORDER BY page.position`;
}

/** The values that the order compares, of each row that was found. */
const placesStatement = ({ from, key, order }: ListQuery): Sql => sql`(
  SELECT jsonb_agg(jsonb_build_array(${join(order.terms.map(({ by }) => by))}) ORDER BY placed.position)
  FROM unnest(found.keys) WITH ORDINALITY AS placed(key, position) JOIN ${from} ON ${key} = placed.key)`;

/** Keys, and the totals of long lists, are kept for a snapshot. */
const namesSnapshot = ({ query }: ListQuery, { reach }: Reading): boolean =>
  reach !== 'page' || selectivityOf(query) === 'low';

/** A range of the rows of a list. */
interface Range {
  readonly start: number;
  readonly length: number;
}

/** The total, and the keys of a range. */
function foundStatement(list: ListQuery, reading: Reading, { start, length }: Range): Sql {
  const { query, key, order, narrow } = list;
  const { isLong, isLikelyLong, known } = reading;
  const about = namesSnapshot(list, reading) ? sql`${life} AS life, ${snapshotColumn}` : sql`${life} AS life`;
  const range = sql`LIMIT ${length} OFFSET ${start}`;
  if (selectivityOf(query) !== 'low') {
    // Few rows match: they are looked up once, counted and sorted.
    const { matched, some } = matchedRows(list, false);
    return sql`
      WITH matched AS MATERIALIZED (${matched})
      SELECT (SELECT count(*)::int FROM matched) AS total, ARRAY(${some} ${range}) AS keys, ${about}`;
  }
  // Many rows match: they are counted, and an index in the requested order gives the range after a few steps. Only far
  // from the start does it matter where from.
  const rows = narrow?.areInOrder && start > 0 ? list : { ...list, narrow: undefined };
  const ordered = valueOfRows(
    rows,
    (source, where) => sql`ARRAY(SELECT ${key} FROM ${source} WHERE ${where} ORDER BY ${inOrder(order)} ${range})`,
  );
  if (isLong) return sql`SELECT ${totalNow(list, known)} AS total, ${ordered} AS keys, ${about}`;
  // With few matching rows the index in the requested order would have to be read to its end.
  const { matched, some } = matchedRows(list, order.isOfRows);
  if (isLikelyLong || known) {
    // Counted first: what has more than SOME_ROWS rows needs nothing else.
    return sql`
      WITH counted AS MATERIALIZED (SELECT ${totalNow(list, known)} AS total),
        matched AS MATERIALIZED (${matched} LIMIT ${SOME_ROWS + 1})
      SELECT ${about}, counted.total,
        CASE WHEN counted.total > ${SOME_ROWS} THEN ${ordered} ELSE ARRAY(${some} ${range}) END AS keys
      FROM counted`;
  }
  // First, up to TRIED_ROWS matching rows are read; only if there are more, as above.
  return sql`
    WITH matched AS MATERIALIZED (${matched} LIMIT ${TRIED_ROWS + 1})
    SELECT ${about},
      CASE WHEN tried.total > ${TRIED_ROWS} THEN ${valueOfRows(list, countOf)} ELSE tried.total END AS total,
      CASE WHEN tried.total > ${TRIED_ROWS} THEN ${ordered} ELSE ARRAY(${some} ${range}) END AS keys
    FROM (SELECT count(*)::int AS total FROM matched) tried`;
}

/** The total: an earlier one and what the changes since have added to it, or else counted. */
export function totalNow(list: ListQuery, known: GivenTotal | undefined): Sql {
  const { from, source = from, where, narrow, query } = list;
  const logged = list.logged?.();
  // The same data has the same total, unless that depends on the time of day.
  if (!known || (!logged && isVolatile(query))) return valueOfRows(list, countOf);
  // It is seldom counted, but always planned: once.
  const counted =
    narrow && narrow.wereQuicker !== false ? countOf(narrow.source, narrow.where) : countOf(source, where);
  const [snapshot = ''] = known.snapshot.split(' ');
  if (!logged) {
    return sql`CASE WHEN pg_current_snapshot()::text = ${snapshot} THEN ${known.total}::int ELSE ${counted} END`;
  }
  const condition = known.other?.where ?? where;
  const matches = (row: Sql) =>
    sql`(${row} IS NOT NULL AND EXISTS (SELECT FROM ${logged.as(row)} WHERE ${condition}))::int`;
  return sql`(
    WITH since AS MATERIALIZED (
      SELECT CASE WHEN pg_current_snapshot()::text = ${snapshot} THEN '[]' ELSE ${changesSince(snapshot)} END AS changes
    ), apart AS MATERIALIZED (SELECT ${known.other ? rowsBetween(known.other) : sql`0`} AS by)
    SELECT CASE WHEN since.changes IS NULL OR added.by IS NULL OR apart.by IS NULL THEN ${counted}
      ELSE ${known.total}::int + added.by + apart.by END
    FROM since, apart, LATERAL (
      SELECT CASE WHEN bool_or(change.old IS NULL AND change.new IS NULL) THEN NULL
        ELSE coalesce(sum(${matches(sql`change.new`)} - ${matches(sql`change.old`)}), 0)::int END AS by
      FROM jsonb_to_recordset(since.changes) AS change(resource text, old jsonb, new jsonb)
      WHERE change.resource = ${logged.resource}
    ) added)`;
}

/** How many rows a list has more than the other one, or with a minus less; NULL: so many that the list itself is counted. */
function rowsBetween({ wider: { from, source = from, where }, beyond, isNarrower }: Relation): Sql {
  const rows = isNarrower ? sql`count(*)::int` : sql`-count(*)::int`;
  return sql`(
      SELECT CASE WHEN count(*) <= ${FEW_BETWEEN} THEN ${rows} END
      FROM (SELECT FROM ${source} WHERE ${where} AND ${beyond} LIMIT ${FEW_BETWEEN + 1}) few)`;
}

/** The matching rows, and their keys in order; the order is looked up by key when only the table has its columns. */
function matchedRows(list: ListQuery, isLookedUp: boolean): { readonly matched: Sql; readonly some: Sql } {
  const { from, key, order } = list;
  if (isLookedUp) {
    return {
      matched: matchingRows(list, sql`${key} AS key`),
      some: sql`SELECT ${key} FROM ${from} WHERE ${key} = ANY(ARRAY(SELECT key FROM matched)) ORDER BY ${inOrder(order)}`,
    };
  }
  const columns = order.terms.map(({ by, way }, at) => ({ expression: by, by: raw(`by_${at}`), way }));
  const read = join(columns.map(({ expression, by }) => sql`${expression} AS ${by}`));
  return {
    matched: matchingRows(list, sql`${key} AS key, ${read}`),
    some: sql`SELECT key FROM matched ORDER BY ${inOrder({ terms: columns })}`,
  };
}

const inOrder = ({ terms }: Pick<Order, 'terms'>): Sql => join(terms.map(({ by, way }) => sql`${by} ${way}`));

/** Reads the rows with the given keys, in any order. */
export const itemsStatement = ({ from, key, columns, joins = sql`` }: ListQuery, keys: readonly Key[]): Sql => sql`
SELECT ${key} AS key, (SELECT ${snapshotColumn}) AS snapshot, (SELECT ${life}) AS life, ${columns}
FROM ${from} ${joins} WHERE ${key} = ${areIds(keys) ? oneOf(keys) : sql`ANY(${keys})`}`;

/** Names of places and numbers of 8 bytes are texts. */
const areIds = (keys: readonly Key[]): keys is readonly number[] => typeof keys[0] === 'number';
