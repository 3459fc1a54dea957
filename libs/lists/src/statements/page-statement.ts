import { serverIncarnation, snapshotColumn } from '@app/cache';
import { sql, type Sql } from '@app/sql';
import type { Key, ListQuery } from '../list-query.js';
import { selectivityOf } from '../parameter.js';
import { fewRows } from './few-rows.js';
import { manyRows } from './many-rows.js';
import { textsOfOrder, type Part, type KeysetValues } from '../keyset.js';

/** A row of a page. An empty page has one row, with the total and a null key. */
export interface PageRow {
  /** `null` if the page is empty. */
  readonly key: Key | null;
  /** The sort values, in pages by cursor. */
  readonly values?: KeysetValues;
  readonly total: number;
  /** The snapshot of the statement, and the incarnation of its server. */
  readonly snapshot: string;
  readonly serverIncarnation: string;
}

/**
 * The statement of a page: total, keys, and the columns of its rows (ADR 9).
 * @param total the cached total, which saves the count
 */
export function pageStatement(list: ListQuery, part: Part, total?: number): Sql {
  const { key, order, row } = list;
  const found = selectivityOf(list.query) === 'low' ? manyRows(list, part, total) : fewRows(list, part);
  const values = list.query.cursor === undefined ? sql`` : sql`, ${textsOfOrder(order)} AS values`;
  return sql`
WITH found AS MATERIALIZED (SELECT part.*, ${serverIncarnation} AS "serverIncarnation", ${snapshotColumn} FROM (${found}) part)
SELECT page.*, found.total, found."serverIncarnation", found.snapshot
FROM found LEFT JOIN LATERAL (
  SELECT asked.key, asked.position${values}, ${row.columns}
  FROM unnest(found.keys) WITH ORDINALITY AS asked(key, position)
  JOIN ${row.from} ON ${key} = asked.key ${row.joins ?? sql``}
) page ON TRUE
ORDER BY page.position`;
}
