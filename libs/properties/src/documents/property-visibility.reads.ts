import type { Recipient } from '@app/http';
import {
  forPublic,
  ListingItem,
  placeJoin,
  PropertyListing,
  publicListing,
  suburbPlace,
  type ListView,
  type SuburbCoordinates,
  accuracyOf,
  isPublic,
  publicParts,
  showsAddress,
} from '@app/listings';
import { publicQuery } from '@app/lists';
import { always, never, type CacheDependencies } from '@app/cache';
import { sql, type Sql } from '@app/sql';
import {
  presentProperty,
  presentPropertyItem,
  type PropertyRow,
  publicProperty,
  publicPropertyItem,
} from './property.presenter.js';

/** The columns of the card of `properties property`. */
const cardColumns = sql`property.id AS "propertyID", property.bedrooms, property.bathrooms,
  property.car_spaces AS "carSpaces"`;

/** The columns of its other representations. */
export const propertyColumns = sql`${cardColumns}, stated.address AS "propertyAddress",
  ${accuracyOf('property')} AS "locationAccuracy",
  property.created_at AS "createdAt",
  property.updated_at AS "updatedAt"`;

/** The columns of `listings listing` for the property that the public sees, whose address is that of the listing. */
const publicColumns = sql`listing.property_id AS "propertyID", listing.bedrooms, listing.bathrooms,
  listing.car_spaces AS "carSpaces", '' AS "propertyAddress", NULL AS "locationAccuracy",
  listing.created_at AS "createdAt", listing.updated_at AS "updatedAt"`;

/** The join that they need. */
export const statedAddress = sql`JOIN property_documents stated ON stated.property_id = property.id`;

/** The public sees this row of listings, and that it is at its property. @param siteID as in `isPublic` */
const isPublicAt = (alias: Sql, siteID?: number): Sql => sql`${isPublic(alias, siteID)} AND ${showsAddress(alias)}`;

const [LISTING, OTHER, LATER] = [sql`listing`, sql`other`, sql`later`];

/**
 * The properties that the public sees, as `property`: made of the listings that it sees and that show their address, the
 * latest of which is shown. A listing with a hidden address is at none, so that no other listing tells its address.
 */
function publicProperties(siteID?: number): Sql {
  const [first, ...others] = publicParts(LISTING, siteID).map((isPart) => propertiesOf(isPart, siteID));
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
      FROM listings other WHERE other.property_id = listing.property_id AND ${isPublicAt(OTHER, siteID)}
    ) AS listing_types
  FROM listings listing
  WHERE ${condition} AND ${showsAddress(LISTING)} AND NOT EXISTS (
    SELECT FROM listings later WHERE later.property_id = listing.property_id AND ${isPublicAt(LATER, siteID)}
      AND (later.modtime, later.id) > (listing.modtime, listing.id))`;

type Row = PropertyRow & Partial<SuburbCoordinates>;

/** A listing of a property as JSON text, and the row that it was read with. */
export interface ShownListing<R = Row> {
  readonly row: R;
  readonly listing: string;
}

/** The listings of a property, the latest first. */
type ShownListings<R = Row> = readonly [ShownListing<R>, ...ShownListing<R>[]];

/** What a recipient sees of properties (ADR 29). */
interface PropertyVisibility {
  /** @throws FORBIDDEN for parameters that are not for the audience */
  readonly query: <T extends object>(query: T) => T;
  /** The rows, as `property`. */
  readonly properties: Sql;
  /** What is read of a property beside its listings, and the joins for that. */
  readonly columns: (view?: ListView) => Sql;
  readonly joins: (view?: ListView) => Sql;
  /** A condition on the listings of a property. */
  readonly condition: (condition: Sql) => Sql;
  readonly presentItem: (row: Row & { readonly websiteID: number }, listing: string) => string;
  readonly present: (shown: ShownListings) => string;
  /** Dependencies of the list. */
  readonly listDependencies: (dependencies: CacheDependencies) => CacheDependencies;
  readonly dependencies: (dependencies: CacheDependencies) => CacheDependencies;
}

const FOR_CLIENTS: PropertyVisibility = {
  query: (query) => query,
  properties: sql`properties property`,
  columns: (view) => (view === 'card' ? cardColumns : propertyColumns),
  joins: (view) => (view === 'card' ? sql`` : statedAddress),
  condition: (condition) => condition,
  presentItem: presentPropertyItem,
  present: (shown) =>
    presentProperty(
      shown[0].row,
      shown.map(({ listing }) => listing),
    ),
  listDependencies: (dependencies) => dependencies,
  dependencies: (dependencies) => dependencies,
};

const forPublicOf = (siteID: number | undefined): PropertyVisibility => ({
  query: publicQuery,
  properties: publicProperties(siteID),
  columns: () => sql`${publicColumns}, ${suburbPlace}`,
  joins: () => placeJoin,
  condition: (condition) => sql`${condition} AND ${isPublicAt(LISTING, siteID)}`,
  presentItem: (row, listing) => publicPropertyItem(row, publicListing(ListingItem, listing, row)),
  present: (shown) =>
    publicProperty(
      shown[0].row,
      shown.map(({ row, listing }) => publicListing(PropertyListing, listing, row)),
    ),
  // Any listing that the public sees may move a property into the list, out of it or within it.
  listDependencies: (dependencies) => forPublic({ ...dependencies, property: never, listing: always }, siteID),
  dependencies: (dependencies) => forPublic(dependencies, siteID),
});

/** What a recipient sees of properties. */
export const propertyVisibilityFor = ({ audience, siteID }: Recipient): PropertyVisibility =>
  audience === 'clients' ? FOR_CLIENTS : forPublicOf(siteID);
