import { named, oneOf, upTo } from '@app/schema';
import { facetsOf } from './facet.js';
import { ListParameter, Parameter } from './parameter.js';

/** Maximum number of values of a facet in a response. */
const MAX_COUNTS = 200;
const DEFAULT_COUNTS = 50;

/** The requested facets, and the maximum number of values per facet (B26). */
export interface FacetsQuery {
  readonly facets: readonly string[];
  readonly facetLimit: number;
}

/**
 * The query class of a facets handler: the filters of the list, and the facets that they declare.
 * @param filters the query class of the filters
 * @param example names of facets
 */
export function facetsQuery<Query extends object>(
  filters: new () => Query,
  name: string,
  example: string,
): new () => Query & FacetsQuery {
  const Base: new () => object = filters;
  class WithFacets extends Base {
    readonly facets: readonly string[];
    readonly facetLimit: number;
  }
  const names = named(name, 'A field whose values are counted.', oneOf([...facetsOf(filters).keys()]));
  ListParameter(
    names,
    'The fields whose values are counted. The counts of a field ignore the filters on the field itself, bounds included, and apply all others; `features` and `flags` apply all filters.',
    { group: 'Page, order and form', required: true, example },
  )(WithFacets.prototype, 'facets');
  Parameter(
    upTo(MAX_COUNTS),
    'Maximum number of values per field; the values with the highest counts are kept. `distinct` has the number of all values.',
    { group: 'Page, order and form', initial: DEFAULT_COUNTS, example: DEFAULT_COUNTS },
  )(WithFacets.prototype, 'facetLimit');
  return WithFacets as unknown as new () => Query & FacetsQuery; // a query has a property for each of its parameters
}
