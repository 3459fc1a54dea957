import sql, { join, raw, type Sql } from 'sql-template-tag';

export { join, raw, sql, type Sql };

/** All conditions must hold; without conditions: true. */
export const allOf = (predicates: readonly Sql[]): Sql =>
  predicates.length > 0 ? sql`(${join(predicates, ') AND (')})` : raw('TRUE');

/** At least one condition must hold. */
export const anyOf = (predicates: readonly Sql[]): Sql => sql`(${join(predicates, ') OR (')})`;

/**
 * One of some ids (`key = ${oneOf(ids)}`), for look-ups that are prepared. The planner does not see how many ids there are. If it
 * did, it would make a new plan for each execution with few of them, since that looks cheaper than the plan for any number.
 */
export const oneOf = (ids: readonly number[]): Sql => sql`ANY(ARRAY(SELECT unnest(${ids}::int[])))`;
