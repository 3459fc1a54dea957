import { Facet, isAnyOf, Matches, MatchesAny, OneOf } from '@app/lists';
import { text } from '@app/schema';
import { hasAnyName, overlaps, saleOrLease } from './listing-conditions.filters.js';
import { ofNames, ofSaleAndLease } from './listing-facets.filters.js';
import { ListingsMapQuery } from './listing-map.filters.js';
import { saleOrLeaseOnly } from './listing.kinds.js';

const words = text(200);

/** The category parameters of listings. */
export class CategoriesQuery extends ListingsMapQuery {
  @Facet()
  @OneOf('listing.category', words, 'Category of a residential or rental property. Exact, not case-sensitive.', {
    example: 'House',
  })
  category?: string[];

  @Facet({ column: 'business_categories', ...ofNames })
  @MatchesAny(
    words,
    'Category of a business for sale. Exact, not case-sensitive.',
    (names) => overlaps('listing.business_categories', names),
    {
      example: 'Food/Hospitality',
      matchesRow: { listing: (names: string[]) => hasAnyName('business_categories', names) },
    },
  )
  businessCategory?: string[];

  @Facet({ column: 'commercial_categories', ...ofNames })
  @MatchesAny(
    words,
    'Category of a commercial property. Exact, not case-sensitive.',
    (names) => overlaps('listing.commercial_categories', names),
    { example: 'Offices', matchesRow: { listing: (names: string[]) => hasAnyName('commercial_categories', names) } },
  )
  commercialCategory?: string[];

  @Facet()
  @OneOf('listing.land_category', words, 'Category of land. Exact, not case-sensitive.', { example: 'Residential' })
  landCategory?: string[];

  @Facet()
  @OneOf('listing.rural_category', words, 'Category of a rural property. Exact, not case-sensitive.', {
    example: 'Livestock',
  })
  ruralCategory?: string[];

  @Facet({ column: 'commercial_listing_type', ...ofSaleAndLease })
  @Matches(
    saleOrLeaseOnly,
    'Whether a commercial property is for sale or for lease. Listings that are both are found by either value.',
    saleOrLease,
    {
      example: 'lease',
      matchesRow: { listing: (kind: string) => isAnyOf('commercial_listing_type', [kind, 'both']) },
    },
  )
  commercialListingType?: string;
}
