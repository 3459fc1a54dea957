import type { Recipient } from '@app/http';
import {
  forPublic,
  ListingItem,
  placeJoin,
  PropertyListing,
  publicListing,
  suburbPlace,
  type ListView,
  type SuburbPlace,
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
import { cardColumns, propertyColumns, publicColumns, statedAddress } from './property.reads.js';
import { isPublicAt, publicProperties } from '../filters/public-properties.filters.js';

type Row = PropertyRow & Partial<SuburbPlace>;

/** A listing of a property as JSON text, and the row that it was read with. */
export interface ShownListing<R = Row> {
  readonly row: R;
  readonly listing: string;
}

/** The listings of a property, the latest first. */
export type ShownListings<R = Row> = readonly [ShownListing<R>, ...ShownListing<R>[]];

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
  condition: (condition) => sql`${condition} AND ${isPublicAt(sql`listing`, siteID)}`,
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
export const visibilityFor = ({ audience, siteID }: Recipient): PropertyVisibility =>
  audience === 'clients' ? FOR_CLIENTS : forPublicOf(siteID);
