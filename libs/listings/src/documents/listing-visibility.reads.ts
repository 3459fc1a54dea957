import { ofEnabling } from '@app/accounts';
import type { Recipient } from '@app/http';
import { publicQuery, type Order } from '@app/lists';
import type { Class } from '@app/schema';
import { always, either, never, ofIds, type CacheDependencies } from '@app/cache';
import { raw, sql, type Sql } from '@app/sql';
import type { ListingsQuery } from '../filters/listing.filters.js';
import { asPublic, isPublic, publicColumn, publicOrder, seenByPublic } from '../filters/listing-public.filters.js';
import { placeJoin, suburbPlace } from './listing.reads.js';
import { listingOrder } from '../filters/listing.sorts.js';
import { PAST_STATUSES } from '../dto/listing.kinds.js';
import { publicListing, type SuburbCoordinates } from './listing.presenter.js';

/** The visible data of listings for a recipient (ADR 29). */
export interface ListingVisibility {
  /** @throws FORBIDDEN for parameters that are not for the audience */
  readonly query: <T extends object>(query: T) => T;
  /** A column of `listing`. */
  readonly column: (name: string) => Sql;
  /** A condition on `listing`: hidden data matches nothing. */
  readonly condition: (condition: Sql) => Sql;
  /** The rows under an alias that are visible. */
  readonly rows: (alias: Sql) => Sql;
  readonly order: (query: ListingsQuery) => Order;
  /** Additional columns, with a leading comma, and their join. */
  readonly columns: Sql;
  readonly joins: Sql;
  /** A representation in the form for the audience. */
  readonly present: (type: Class, text: string, row: Partial<SuburbCoordinates>) => string;
  readonly dependencies: (dependencies: CacheDependencies) => CacheDependencies;
}

/** Dependencies of a response for the public: invisible changes do not invalidate it. @param siteID as in `isPublic` */
export const forPublic = (dependencies: CacheDependencies, siteID?: number): CacheDependencies => ({
  ...dependencies,
  listing: seenByPublic(dependencies.listing, siteID),
  // The account decides which offices it shows.
  account: either(dependencies.account, ofEnabling, siteID === undefined ? never : ofIds([siteID])),
  // Listings with a hidden address show the coordinates of their suburb, which seldom changes.
  suburb: always,
});

const NOTHING = sql``;

const FOR_CLIENTS: ListingVisibility = {
  query: (query) => query,
  column: (name) => raw(`listing.${name}`),
  condition: (condition) => condition,
  rows: () => sql`TRUE`,
  order: listingOrder,
  columns: NOTHING,
  joins: NOTHING,
  present: (_, text) => text,
  dependencies: (dependencies) => dependencies,
};

const forPublicOf = (siteID: number | undefined): ListingVisibility => ({
  query: publicQuery,
  column: publicColumn,
  condition: (condition) => asPublic(condition, siteID),
  rows: (alias) => isPublic(alias, siteID),
  // `near` finds only listings with a visible address.
  order: (query) => (query.sort === 'distance' ? listingOrder(query) : publicOrder(listingOrder(query))),
  columns: sql`, ${suburbPlace}`,
  joins: placeJoin,
  present: (type, text, row) => JSON.stringify(publicListing(type, text, row)),
  dependencies: (dependencies) => forPublic(dependencies, siteID),
});

/** What a recipient sees of listings. */
export const listingVisibilityFor = ({ audience, siteID }: Recipient): ListingVisibility =>
  audience === 'clients' ? FOR_CLIENTS : forPublicOf(siteID);

/** What a recipient sees in a list of a status: the website of an account shows more past listings, and no more current ones. */
export const visibilityInList = ({ audience, siteID }: Recipient, status: string | undefined): ListingVisibility =>
  listingVisibilityFor(siteID === undefined || status === 'current' ? { audience } : { audience, siteID });

/** The query of the listings that a recipient sees: of past ones, those that the website shows (ADR 29). */
export function queryForSite<Query extends Pick<ListingsQuery, 'status' | 'websiteID'>>(
  query: Query,
  { siteID }: Recipient,
): Query {
  if (siteID === undefined || query.websiteID !== undefined || !PAST_STATUSES.includes(query.status ?? ''))
    return query;
  // The declarations of the parameters are those of the class.
  return Object.assign(Object.create(Object.getPrototypeOf(query) as object) as Query, query, { websiteID: siteID });
}
