import { Distance } from '@app/map';
import { ListingAddress } from '@app/address';
import { count, Field, id, instant, ListOf, Nested } from '@app/schema';
import { PropertyItemListing, PropertyListing } from '@app/listings';

/** Features of the latest listing; a count that was never given is absent (D21, D30). */
export class PropertyFeatures {
  @Field(count, 'Number of bedrooms of the latest listing; 0 is a studio. Absent when not known.', { example: 3 })
  bedrooms?: number;
  @Field(count, 'Number of bathrooms of the latest listing. Absent when not known.', { example: 2 }) bathrooms?: number;
  @Field(count, 'Number of car spaces of the latest listing. Absent when not known.', { example: 1 })
  parkingSpaces?: number;
}

class PropertyCore {
  @Field(id, 'Numeric id of the property.', { notNullable: true, example: 5001 }) id: number;
  @Nested(() => ListingAddress, 'Address of the property.') address: ListingAddress;
  @Nested(() => PropertyFeatures, 'Features of the property, from its latest listing.') features: PropertyFeatures;
  @Field(instant, 'Time when the property was created, in UTC.', { notNullable: true }) createdAt: string;
  @Field(instant, 'Time of the last change of the property, in UTC.', { notNullable: true }) updatedAt: string;
}

/** The list representation. */
export class PropertyItem extends PropertyCore {
  @Nested(
    () => PropertyItemListing,
    'One listing of the property: the current one, or the latest when none is current.',
  )
  listings: PropertyItemListing;
  @Distance() distance?: number;
}

/** The single representation. */
export class PropertyResponse extends PropertyCore {
  @ListOf(() => PropertyListing, 'All listings of the property, the latest first.') listings: PropertyListing[];
}
