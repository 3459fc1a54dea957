import sql, { join, raw, type Sql } from 'sql-template-tag';

export { join, raw, sql, type Sql };

/** All of them must hold; none: everything. */
export const allOf = (predicates: readonly Sql[]): Sql =>
  predicates.length > 0 ? sql`(${join(predicates, ') AND (')})` : raw('TRUE');

/** Any of them may hold. */
export const anyOf = (predicates: readonly Sql[]): Sql => sql`(${join(predicates, ') OR (')})`;
