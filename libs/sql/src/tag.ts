import sql, { join, raw, type Sql } from 'sql-template-tag';

export { join, raw, sql, type Sql };

/** All conditions must hold; without conditions: true. */
export const allOf = (predicates: readonly Sql[]): Sql =>
  predicates.length > 0 ? sql`(${join(predicates, ') AND (')})` : raw('TRUE');

/** At least one condition must hold. */
export const anyOf = (predicates: readonly Sql[]): Sql => sql`(${join(predicates, ') OR (')})`;

/**
 * An array whose length the planner does not see, for look-ups that are prepared. If it saw it, it would make a new plan for
 * each execution with few values, since that looks cheaper than the plan for any number.
 */
export const unseen = (array: Sql): Sql => sql`ARRAY(SELECT unnest(${array}))`;

/** One of some ids, for look-ups that are prepared: `key = ${oneOf(ids)}`. */
export const oneOf = (ids: readonly number[]): Sql => sql`ANY(${unseen(sql`${ids}::int[]`)})`;
