import { allOf, sql, type Sql } from '@app/sql';
import { parametersOf, selectiveOf } from './parameter.js';

/** A condition that is not of one parameter. */
export interface Combination {
  /** The parameters that it is made from; none: it does not depend on the query, and indexes are made for it. */
  readonly of?: readonly string[];
  /** `undefined`: no parameter is given. */
  readonly condition: Sql | undefined;
  /** The same condition in the form that is quickest where rows are found by another one; default: the same form. */
  readonly checked?: Sql | undefined;
}

/**
 * The conditions of all given parameters, and further ones. Where a parameter is highly selective, indexes are for it
 * alone: the other conditions are checked on the rows that it leaves. PostgreSQL would combine them with an index on a
 * price whenever it takes the selective one for less selective than it is (ADR 21).
 */
export function where<T extends object>(query: T, ...combined: Combination[]): Sql {
  const values = query as Record<string, unknown>; // a query class has the declared parameters as keys
  const selective = selectiveOf(query);
  const conditions = combined.flatMap(({ of, condition, checked = condition }) => {
    if (!condition || !checked) return [];
    // Indexes are for another parameter where one is highly selective.
    return [of && selective.some((name) => !of.includes(name)) ? unindexed(checked) : condition];
  });
  for (const { name, predicate, leadsIndexes } of parametersOf(query.constructor as new () => T).values()) {
    const value = values[name];
    if (!predicate || value === undefined) continue;
    const condition = predicate(value as never, query as never);
    const isChecked = !leadsIndexes && selective.length > 0 && !selective.includes(name);
    conditions.push(isChecked ? unindexed(condition) : condition);
  }
  return allOf(conditions);
}

/** The same condition, for the same number of rows, which no index can take. */
const unindexed = (condition: Sql): Sql => sql`(${condition}) IS TRUE`;
