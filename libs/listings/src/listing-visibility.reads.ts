import { ofEnabling } from '@app/accounts';
import type { Audience } from '@app/http';
import { publicQuery, type Order } from '@app/lists';
import type { Class } from '@app/schema';
import { always, either, type CacheDependencies } from '@app/cache';
import { raw, sql, type Sql } from '@app/sql';
import type { ListingsQuery } from './listing.filters.js';
import { asPublic, isPublic, publicColumn, publicOrder, seenByPublic } from './listing-public.filters.js';
import { placeJoin, suburbPlace } from './listing.reads.js';
import { listingOrder } from './listing.sorts.js';
import { publicListing, type SuburbPlace } from './public-listing.presenter.js';

/** The visible data of listings for an audience (ADR 29). */
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
  readonly present: (type: Class, text: string, row: Partial<SuburbPlace>) => string;
  readonly dependencies: (dependencies: CacheDependencies) => CacheDependencies;
}

/** Dependencies of a response for the public: invisible changes do not invalidate it. */
export const forPublic = (dependencies: CacheDependencies): CacheDependencies => ({
  ...dependencies,
  listing: seenByPublic(dependencies.listing),
  account: either(dependencies.account, ofEnabling),
  // Listings with a hidden address show the coordinates of their suburb, which seldom changes.
  suburb: always,
});

const NOTHING = sql``;

export const VISIBILITY: Readonly<Record<Audience, ListingVisibility>> = {
  clients: {
    query: (query) => query,
    column: (name) => raw(`listing.${name}`),
    condition: (condition) => condition,
    rows: () => sql`TRUE`,
    order: listingOrder,
    columns: NOTHING,
    joins: NOTHING,
    present: (_, text) => text,
    dependencies: (dependencies) => dependencies,
  },
  public: {
    query: publicQuery,
    column: publicColumn,
    condition: asPublic,
    rows: isPublic,
    // `near` finds only listings with a visible address.
    order: (query) => (query.sort === 'distance' ? listingOrder(query) : publicOrder(listingOrder(query))),
    columns: sql`, ${suburbPlace}`,
    joins: placeJoin,
    present: (type, text, row) => JSON.stringify(publicListing(type, text, row)),
    dependencies: forPublic,
  },
};
