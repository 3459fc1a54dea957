import type { PageQuery } from './page.js';
import { parametersOf, redeclare } from './parameter.js';

/** The parameters that page and order a list, and choose its items' form; an export has none of them. */
const OF_PAGES = ['page', 'limit', 'cursor', 'sort', 'view'] as const;

/** The parameters of a list that decide which items it has. */
export type Filters<Query> = Omit<Query, (typeof OF_PAGES)[number]>;

/**
 * The query class of an export: the filters of a list, without those that page and order it.
 *
 * @param initial values that filters have when they are not given, in place of those of the list
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
  // A query has a property for each of its parameters, and these are the filters.
  return FiltersQuery as unknown as new () => Filters<Query>;
}
