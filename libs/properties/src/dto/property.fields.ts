import { Distance } from '@app/lists';
import { ListingAddress } from '@app/address';
import { asPart, count, Field, fieldsOf, id, instant, ListOf, Nested, view } from '@app/schema';
import {
  ListingCard,
  locationAccuracy,
  PropertyItemListing,
  PropertyHistoryEntry,
  PropertyListing,
  type LocationAccuracy,
} from '@app/listings';

/** Features of the latest listing. Unknown counts are absent (D21, D30). */
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
  @Field(locationAccuracy, 'Accuracy of the coordinates in `address`. Absent without coordinates.', {
    optional: true,
    example: 'exact',
  })
  locationAccuracy?: LocationAccuracy;
  @Nested(() => PropertyFeatures, 'Features of the property, from its latest listing.') features: PropertyFeatures;
  @Field(instant, 'Time when the property was created, in UTC.', {
    notNullable: true,
    example: '2026-02-27T00:00:00.000Z',
  })
  createdAt: string;
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

/** The members of the card of a property: members of the property, and of its listing. */
const PLACE_PARTS = [
  'address',
  'suburb',
  'latitude',
  'longitude',
  'locationAccuracy',
  'bedrooms',
  'bathrooms',
  'parkingSpaces',
] as const satisfies (keyof ListingCard)[];
export const CARD_PARTS = {
  property: PLACE_PARTS,
  listing: fieldsOf(ListingCard)
    .map(({ name }) => name as keyof ListingCard) // its declared fields
    .filter((name) => name !== 'propertyID' && name !== 'distance' && !PLACE_PARTS.some((part) => part === name)),
};

/** The listing of a property's card. */
const PropertyCardListing = view(ListingCard, 'PropertyCardListing', CARD_PARTS.listing);

/** The card of a property has the values of its shown listing. */
const CardPlace = asPart(view(ListingCard, 'CardPlace', CARD_PARTS.property));

/** The short form of a property, for lists of results. It contains public data only. */
export class PropertyCard extends CardPlace {
  @Field(id, 'Numeric id of the property.', { notNullable: true, example: 5001 }) id: number;
  @Nested(
    () => PropertyCardListing,
    'One listing of the property: the current one, or the latest when none is current. The address comes from this listing, the counts from the latest one.',
  )
  listings: InstanceType<typeof PropertyCardListing>;
  @Distance() distance?: number;
}

/** The history of a property. */
export class PropertyHistory {
  @ListOf(() => PropertyHistoryEntry, 'The changes of status and price of its listings, the oldest first.')
  data: PropertyHistoryEntry[];
}
