import sql, { join, raw, type Sql } from 'sql-template-tag';

export { join, raw, sql, type Sql };

/** All conditions must hold; without conditions: true. */
export const allOf = (predicates: readonly Sql[]): Sql =>
  predicates.length > 0 ? sql`(${join(predicates, ') AND (')})` : raw('TRUE');

/** At least one condition must hold. */
export const anyOf = (predicates: readonly Sql[]): Sql => sql`(${join(predicates, ') OR (')})`;
