import { facetsQuery, filtersOf } from '@app/lists';
import { ListingsQuery } from './listing.filters.js';

/** The parameters of the counts of listings. */
export class ListingFacetsQuery extends facetsQuery(
  filtersOf(ListingsQuery),
  'ListingFacet',
  'bedrooms,category,suburb,features,price',
) {}
