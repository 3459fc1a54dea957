import sql, { join, raw, type Sql } from 'sql-template-tag';

export { join, raw, sql, type Sql };

/** All conditions must hold; without conditions: true. */
export const allOf = (predicates: readonly Sql[]): Sql =>
  predicates.length > 0 ? sql`(${join(predicates, ') AND (')})` : raw('TRUE');

/** At least one condition must hold. */
export const anyOf = (predicates: readonly Sql[]): Sql => sql`(${join(predicates, ') OR (')})`;

/**
 * An array whose length the planner does not see, for prepared look-ups. With a known length it would plan each execution
 * with few values anew, because that seems cheaper than the generic plan.
 */
export const unseen = (array: Sql): Sql => sql`ARRAY(SELECT unnest(${array}))`;

/** Any of some ids, for prepared look-ups: `key = ${anyOfIds(ids)}`. */
export const anyOfIds = (ids: readonly number[]): Sql => sql`ANY(${unseen(sql`${ids}::int[]`)})`;
