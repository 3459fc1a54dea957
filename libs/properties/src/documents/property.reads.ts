import { accuracyOf } from '@app/listings';
import { sql } from '@app/sql';

/** The columns of the card of `properties property`. */
export const cardColumns = sql`property.id AS "propertyID", property.bedrooms, property.bathrooms,
  property.car_spaces AS "carSpaces"`;

/** The columns of its other representations. */
export const propertyColumns = sql`${cardColumns}, stated.address AS "propertyAddress",
  ${accuracyOf('property')} AS "locationAccuracy",
  property.created_at AS "createdAt",
  property.updated_at AS "updatedAt"`;

/** The columns of `listings listing` for the property that the public sees, whose address is that of the listing. */
export const publicColumns = sql`listing.property_id AS "propertyID", listing.bedrooms, listing.bathrooms,
  listing.car_spaces AS "carSpaces", '' AS "propertyAddress", NULL AS "locationAccuracy",
  listing.created_at AS "createdAt", listing.updated_at AS "updatedAt"`;

/** The join that they need. */
export const statedAddress = sql`JOIN property_documents stated ON stated.property_id = property.id`;
