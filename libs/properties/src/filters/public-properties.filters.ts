import { isPublic, publicParts, showsAddress } from '@app/listings';
import { sql, type Sql } from '@app/sql';

/** The public sees this row of listings, and that it is at its property. @param siteID as in `isPublic` */
export const isPublicAt = (alias: Sql, siteID?: number): Sql =>
  sql`${isPublic(alias, siteID)} AND ${showsAddress(alias)}`;

const [listing, other, later] = [sql`listing`, sql`other`, sql`later`];

/**
 * The properties that the public sees, as `property`: made of the listings that it sees and that show their address, the
 * latest of which is shown. A listing with a hidden address is at none, so that no other listing tells its address.
 */
export function publicProperties(siteID?: number): Sql {
  const [first, ...others] = publicParts(listing, siteID).map((isPart) => propertiesOf(isPart, siteID));
  return sql`(${others.reduce((parts, part) => sql`${parts} UNION ALL ${part}`, first ?? sql``)}) property`;
}

/** The properties whose latest listing meets a condition. */
const propertiesOf = (condition: Sql, siteID: number | undefined): Sql => sql`
  SELECT listing.property_id AS id, (SELECT uid FROM properties WHERE id = listing.property_id) AS uid,
    listing.id AS shown_listing_id, listing.suburb_id, listing.street,
    listing.full_address, listing.address_order, listing.bedrooms, listing.bathrooms, listing.car_spaces,
    listing.latitude, listing.longitude, listing.created_at,
    listing.updated_at, (
      SELECT bit_or(1 << array_position(enum_range(NULL::listing_type), other.listing_type) - 1)::smallint
      FROM listings other WHERE other.property_id = listing.property_id AND ${isPublicAt(other, siteID)}
    ) AS listing_types
  FROM listings listing
  WHERE ${condition} AND ${showsAddress(listing)} AND NOT EXISTS (
    SELECT FROM listings later WHERE later.property_id = listing.property_id AND ${isPublicAt(later, siteID)}
      AND (later.modtime, later.id) > (listing.modtime, listing.id))`;
