import type { Sql } from '@app/sql';
import type { PageQuery } from './page.js';
import { parametersOf, redeclare } from './parameter.js';

/** An export: a statement, and a function that formats each row as a bundle line. */
export interface ExportLines<Row extends object = never> {
  readonly statement: Sql;
  readonly line: (row: Row) => string;
}

/** The parameters for pages, sort order and item form; exports do not have them. */
const OF_PAGES = ['page', 'limit', 'cursor', 'sort', 'view'] as const;

/** The filters of a list. */
export type Filters<Query> = Omit<Query, (typeof OF_PAGES)[number]>;

/**
 * The query class of an export: only the filters of the list.
 *
 * @param initial defaults of filters that differ from the defaults of the list
 */
export function filtersOf<Query extends PageQuery>(
  query: new () => Query,
  initial: Partial<Query> = {},
): new () => Filters<Query> {
  const List: new () => PageQuery = query;
  class FiltersQuery extends List {}
  const filters = [...parametersOf(query).values()].filter(({ name }) => !OF_PAGES.some((other) => other === name));
  const defaults: Readonly<Record<string, unknown>> = { ...initial };
  redeclare(
    FiltersQuery,
    filters.map((filter) => (filter.name in defaults ? { ...filter, initial: defaults[filter.name] } : filter)),
  );
  // The query has a property for each of its parameters, and these are the filters.
  return FiltersQuery as unknown as new () => Filters<Query>;
}
