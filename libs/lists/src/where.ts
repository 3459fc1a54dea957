import { allOf, type Sql } from '@app/sql';
import { parametersOf } from './parameter.js';

/** The conditions of all given parameters, and those that named functions made from several parameters. */
export function where<T extends object>(query: T, ...combined: (Sql | undefined)[]): Sql {
  const predicates = combined.filter((predicate) => predicate !== undefined);
  const values = query as Record<string, unknown>; // a query class has the declared parameters as keys
  for (const { name, predicate } of parametersOf(query.constructor as new () => T).values()) {
    const value = values[name];
    if (predicate && value !== undefined) predicates.push(predicate(value as never));
  }
  return allOf(predicates);
}
