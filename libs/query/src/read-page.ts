import { select, type Store } from '@app/database';
import type { Page, PageQuery } from './page.js';
import { sql, type Sql } from './sql.js';

/** A list as one statement: which rows there are, in what order, and what is read of those on the page. */
export interface ListStatement {
  /** `table alias`, and whatever the conditions need beside it. */
  readonly from: Sql;
  /** What names a row: `listing.id`. */
  readonly key: Sql;
  readonly where: Sql;
  /** A total order. */
  readonly order: Sql;
  /** What is read of a row on the page. */
  readonly columns: Sql;
  /** Joined to the rows on the page alone. */
  readonly joins?: Sql;
}

/** The exact total and one page of it, of one snapshot of the store; each row is presented as JSON text. */
export async function readPage<Row extends object>(
  store: Store,
  { page, limit }: PageQuery,
  statement: ListStatement,
  present: (row: Row) => string,
): Promise<Page> {
  const rows = await select<Row & { total: number; position: string | null }>(
    store,
    pageStatement(statement, limit, (page - 1) * limit),
  );
  const items = rows.filter((row) => row.position !== null).map(present);
  return { page, limit, total: rows[0]?.total ?? 0, items };
}

/** The rows are chosen by key first, so that only those of the page are read whole. */
export function pageStatement(list: ListStatement, limit: number, offset: number): Sql {
  const { from, key, where, order, columns, joins = sql`` } = list;
  return sql`
WITH chosen AS MATERIALIZED (
  SELECT key, row_number() OVER () AS position
  FROM (SELECT ${key} AS key FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}::bigint) page
)
SELECT matched.total, page.*
FROM (SELECT count(*)::int AS total FROM ${from} WHERE ${where}) matched
LEFT JOIN (
  SELECT chosen.position, ${columns}
  FROM ${from} ${joins} JOIN chosen ON chosen.key = ${key}
) page ON TRUE
ORDER BY page.position`;
}
