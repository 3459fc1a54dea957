import { OPERATOR, type Recipient } from '@app/http';
import { classOf } from '@app/schema';
import { allOf, sql, type Sql } from '@app/sql';
import { parametersOf, selectiveOf } from './parameter.js';

/** A condition that combines several parameters, or uses none. */
export interface Combination {
  /** Its parameters; absent: the condition does not depend on the query, and indexes contain it. */
  readonly of?: readonly string[];
  /** `undefined` if no parameter is given. */
  readonly condition: Sql | undefined;
  /** The form that is fastest if another condition finds the rows; default: `condition`. */
  readonly checked?: Sql | undefined;
}

/**
 * The conditions of all given parameters, and further ones. If a parameter is highly selective, only its condition may
 * use an index; the others are checked on its rows. Otherwise PostgreSQL would combine indexes when it underestimates
 * the selectivity (ADR 16).
 */
export const where = <T extends object>(query: T, ...combined: Combination[]): Sql =>
  whereFor(OPERATOR, query, ...combined);

/** As `where`, for conditions that depend on what the recipient may find. */
export function whereFor<T extends object>(recipient: Recipient, query: T, ...combined: Combination[]): Sql {
  const values = query as Record<string, unknown>; // the keys of a query are its declared parameters
  const selective = selectiveOf(query);
  const conditions = combined.flatMap(({ of, condition, checked = condition }) => {
    if (!condition || !checked) return [];
    // A highly selective parameter is the only one that may use an index.
    return [of && selective.some((name) => !of.includes(name)) ? unindexed(checked) : condition];
  });
  for (const { name, predicate, leadsIndexes } of parametersOf(classOf(query)).values()) {
    const value = values[name];
    if (!predicate || value === undefined) continue;
    const condition = predicate(value as never, query as never, recipient);
    const isChecked = !leadsIndexes && selective.length > 0 && !selective.includes(name);
    conditions.push(isChecked ? unindexed(condition) : condition);
  }
  return allOf(conditions);
}

/** A condition that no index supports; the planner's estimate is unchanged. */
const unindexed = (condition: Sql): Sql => sql`(${condition}) IS TRUE`;
