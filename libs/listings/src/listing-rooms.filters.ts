import { AtLeast, AtMost, Equals, EqualsAny, Facet } from '@app/lists';
import { count } from '@app/schema';
import { ListingValuesQuery } from './listing-values.filters.js';

/** The parameters of listings for numbers of rooms and car spaces. */
export class RoomsQuery extends ListingValuesQuery {
  @Facet()
  @EqualsAny('listing.bedrooms', count, 'Exact number of bedrooms; 0 is a studio. Unknown numbers do not match.', {
    example: 3,
  })
  bedrooms?: number[];

  @Facet()
  @EqualsAny('listing.bathrooms', count, 'Exact number of bathrooms. Unknown numbers do not match.', {
    example: 2,
  })
  bathrooms?: number[];

  @Facet()
  @EqualsAny('listing.car_spaces', count, 'Exact number of car spaces. Unknown numbers do not match.', { example: 1 })
  carspaces?: number[];

  @AtLeast('listing.bedrooms', count, 'Lowest number of bedrooms, inclusive.', { example: 2 })
  minbedrooms?: number;

  @AtMost('listing.bedrooms', count, 'Highest number of bedrooms, inclusive.', { example: 4 })
  maxbedrooms?: number;

  @AtLeast('listing.bathrooms', count, 'Lowest number of bathrooms, inclusive.', { example: 1 })
  minbathrooms?: number;

  @AtMost('listing.bathrooms', count, 'Highest number of bathrooms, inclusive.', { example: 2 })
  maxbathrooms?: number;

  @AtLeast('listing.car_spaces', count, 'Lowest number of car spaces, inclusive.', { example: 1 })
  mincarspaces?: number;

  @AtMost('listing.car_spaces', count, 'Highest number of car spaces, inclusive.', { example: 2 })
  maxcarspaces?: number;

  @Facet()
  @Equals('listing.garages', count, 'Exact number of garage spaces.', { example: 1 })
  garages?: number;

  @Facet()
  @Equals('listing.carports', count, 'Exact number of carport spaces.', { example: 1 })
  carports?: number;

  @Facet()
  @Equals('listing.open_spaces', count, 'Exact number of open car spaces.', { example: 1 })
  openSpaces?: number;

  @Facet()
  @Equals('listing.ensuite', count, 'Exact number of ensuite bathrooms.', { example: 1 })
  ensuite?: number;

  @Facet()
  @Equals('listing.toilets', count, 'Exact number of toilets.', { example: 2 })
  toilets?: number;

  @Facet()
  @Equals('listing.living_areas', count, 'Exact number of living areas.', { example: 2 })
  livingAreas?: number;
}
