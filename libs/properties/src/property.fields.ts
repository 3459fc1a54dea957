import { ListingAddress } from '@app/address';
import { count, Field, id, instant, ListOf, Nested } from '@app/schema';
import { PropertyItemListing, PropertyListing } from '@app/listings';

/** Of the latest listing; a count that was never given is left out (D21, D30). */
export class PropertyFeatures {
  @Field(count, 'Bedrooms', { example: 3 }) bedrooms?: number;
  @Field(count, 'Bathrooms', { example: 2 }) bathrooms?: number;
  @Field(count, 'Car spaces', { example: 1 }) parkingSpaces?: number;
}

class PropertyCore {
  @Field(id, 'Numeric id', { notNullable: true, example: 5001 }) id: number;
  @Nested(() => ListingAddress, 'Address') address: ListingAddress;
  @Nested(() => PropertyFeatures, 'Features') features: PropertyFeatures;
  @Field(instant, 'Created', { notNullable: true }) createdAt: string;
  @Field(instant, 'Last changed', { notNullable: true }) updatedAt: string;
}

/** The list representation. */
export class PropertyItem extends PropertyCore {
  @Nested(() => PropertyItemListing, 'The current listing, else the latest') listings: PropertyItemListing;
}

/** The single representation. */
export class PropertyResponse extends PropertyCore {
  @ListOf(() => PropertyListing, 'Every listing, latest first') listings: PropertyListing[];
}
