import { sql, type Sql } from '@app/sql';
import type { ListQuery } from './list-query.js';

type Searched = Pick<ListQuery, 'from' | 'source' | 'where' | 'narrow'>;

/** The rows of a list, from where they are read quickest: PostgreSQL executes one of the two queries. */
export function matchingRows({ from, source = from, where, narrow }: Searched, columns: Sql): Sql {
  const read = sql`SELECT ${columns} FROM`;
  if (!narrow) return sql`${read} ${source} WHERE ${where}`;
  return sql`${read} ${source} WHERE NOT ${narrow.areQuicker} AND ${where}
    UNION ALL ${read} ${narrow.source} WHERE ${narrow.areQuicker} AND ${narrow.where}`;
}

/** One value that a query makes of the rows of a list, likewise. */
export function valueOfRows(
  { from, source = from, where, narrow }: Searched,
  query: (source: Sql, where: Sql) => Sql,
): Sql {
  if (!narrow) return query(source, where);
  return sql`CASE WHEN ${narrow.areQuicker} THEN ${query(narrow.source, narrow.where)} ELSE ${query(source, where)} END`;
}

/** The number of rows. */
export const countOf = (source: Sql, where: Sql): Sql => sql`(SELECT count(*)::int FROM ${source} WHERE ${where})`;
