import { sql, type Sql } from '@app/sql';
import type { ListQuery } from './list-query.js';

type Searched = Pick<ListQuery, 'from' | 'source' | 'where' | 'narrow'>;

/** The rows of a list, from where they are read quickest; if that is not known, PostgreSQL executes one of two queries. */
export function matchingRows({ from, source = from, where, narrow }: Searched, columns: Sql): Sql {
  const read = sql`SELECT ${columns} FROM`;
  if (!narrow || narrow.wereQuicker === false) return sql`${read} ${source} WHERE ${where}`;
  if (narrow.wereQuicker) return sql`${read} ${narrow.source} WHERE ${narrow.where}`;
  return sql`${read} ${source} WHERE NOT ${narrow.areQuicker} AND ${where}
    UNION ALL ${read} ${narrow.source} WHERE ${narrow.areQuicker} AND ${narrow.where}`;
}

/** One value that a query makes of the rows of a list, likewise. */
export function valueOfRows(
  { from, source = from, where, narrow }: Searched,
  query: (source: Sql, where: Sql) => Sql,
): Sql {
  if (!narrow || narrow.wereQuicker === false) return query(source, where);
  if (narrow.wereQuicker) return query(narrow.source, narrow.where);
  return sql`CASE WHEN ${narrow.areQuicker} THEN ${query(narrow.source, narrow.where)} ELSE ${query(source, where)} END`;
}

/** The number of rows. */
export const countOf = (source: Sql, where: Sql): Sql => sql`(SELECT count(*)::int FROM ${source} WHERE ${where})`;
