import { ofEnabling } from '@app/accounts';
import type { Audience } from '@app/http';
import { publicQuery, type Order } from '@app/lists';
import type { Class } from '@app/schema';
import { always, either, type Dependence } from '@app/cache';
import { raw, sql, type Sql } from '@app/sql';
import type { ListingsQuery } from './listing.filters.js';
import { asPublic, isPublic, publicColumn, publicOrder, seenByPublic } from './listing-public.filters.js';
import { placeJoin, suburbPlace } from './listing.reads.js';
import { listingOrder } from './listing.sorts.js';
import { publicListing, type SuburbPlace } from './public-listing.presenter.js';

/** What an audience sees of listings (ADR 29). */
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
  /** What is read beside the texts, with a comma before, and its join. */
  readonly columns: Sql;
  readonly joins: Sql;
  /** A representation in the form of its class. */
  readonly present: (type: Class, text: string, row: Partial<SuburbPlace>) => string;
  readonly dependence: (dependence: Dependence) => Dependence;
}

/** Dependencies of a response for the public: changes that it does not see change nothing. */
export const forPublic = (dependence: Dependence): Dependence => ({
  ...dependence,
  listing: seenByPublic(dependence.listing),
  account: either(dependence.account, ofEnabling),
  // Listings without an address are where their suburb is, which is seldom written.
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
    dependence: (dependence) => dependence,
  },
  public: {
    query: publicQuery,
    column: publicColumn,
    condition: asPublic,
    rows: isPublic,
    // What `near` finds shows where it is.
    order: (query) => (query.sort === 'distance' ? listingOrder(query) : publicOrder(listingOrder(query))),
    columns: sql`, ${suburbPlace}`,
    joins: placeJoin,
    present: (type, text, row) => JSON.stringify(publicListing(type, text, row)),
    dependence: forPublic,
  },
};
