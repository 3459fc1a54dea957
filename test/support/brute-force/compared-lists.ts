import fc, { type Arbitrary } from 'fast-check';
import { AccountsQuery } from '../../../libs/accounts/src/filters/account.filters.js';
import { AgentsQuery } from '../../../libs/agents/src/filters/agent.filters.js';
import { ListingsQuery } from '../../../libs/listings/src/filters/listings.query.js';
import { PropertiesQuery } from '../../../libs/properties/src/filters/property.filters.js';
import { SuburbNamesQuery, SuburbsQuery } from '../../../libs/suburbs/src/filters/suburb.filters.js';
import { accountQueries, agentQueries } from './agencies.draws.js';
import { ACCOUNT_READINGS, AGENT_READINGS, readAccounts, readAgents } from './agencies.reading.js';
import { queriesOf, together } from './draws.js';
import type { Query, World } from './lines.js';
import { listingQueries } from './listings.draws.js';
import { LISTING_READINGS, readListings } from './listings.reading.js';
import { mapQueries } from './map.draws.js';
import type { Placed } from './map.js';
import { officeItem, type Counts } from './offices.reading.js';
import { propertyDraws } from './properties.draws.js';
import { PROPERTY_READINGS, readProperties, type PropertyReading } from './properties.reading.js';
import { suburbDraws, suburbNameDraws } from './suburbs.draws.js';
import { NAME_LISTS, readSuburbs, SUBURB_NAME_READINGS, SUBURB_READINGS } from './suburbs.reading.js';

/** The fields of an item that identify its row. */
export interface Item {
  readonly _id: string;
  readonly id: number;
  readonly websiteID: number;
  readonly propertyID: number;
  readonly listings: { readonly id: number };
  readonly listingCounts?: Counts;
  readonly locationAccuracy?: string;
}

/** A list of the service, with a generator of queries and a naive reading of them that does not use the service. */
export interface ComparedList {
  /** The path below `/api/v1/`. */
  readonly path: string;
  readonly queries: Arbitrary<Query>;
  /** The rows that a query finds, in order, by their identifiers. */
  readonly read: (query: Query) => readonly unknown[];
  /** The items that a query finds, in the form of `identify`; default: `read`. */
  readonly items?: (query: Query) => readonly unknown[];
  readonly identify: (item: Item) => unknown;
  /** The query that finds all rows. */
  readonly everything: Query;
}

/** The class that declares the parameters of each list, and the naive reading of each parameter. */
export const LIST_PARAMETERS: Readonly<
  Record<string, readonly [query: new () => object, Readonly<Record<string, unknown>>]>
> = {
  listings: [ListingsQuery, LISTING_READINGS],
  properties: [PropertiesQuery, PROPERTY_READINGS],
  suburbs: [SuburbsQuery, SUBURB_READINGS],
  websites: [AccountsQuery, ACCOUNT_READINGS],
  agents: [AgentsQuery, AGENT_READINGS],
  ...Object.fromEntries(
    Object.keys(NAME_LISTS).map((name) => [`suburbs/${name}`, [SuburbNamesQuery, SUBURB_NAME_READINGS] as const]),
  ),
};

/** The same queries, half of them with a shape on the map. */
const onMap = (queries: Arbitrary<Query>, places: readonly Placed[]): Arbitrary<Query> =>
  together(queries, fc.oneof(mapQueries(fc.constantFrom(...places)), fc.constant({})));

/** The list at a path. */
export function comparedList(path: string, world: World, properties: readonly PropertyReading[]): ComparedList {
  const list = { path, everything: {} };
  switch (path) {
    case 'listings':
      return {
        path,
        queries: listingQueries(world),
        read: (query) => readListings(world, query).map(({ id }) => id),
        identify: ({ id }) => id,
        everything: { status: 'all' },
      };
    case 'properties':
      return {
        ...list,
        queries: onMap(
          queriesOf(propertyDraws(world), properties, 2),
          properties.map(({ address }) => address),
        ),
        read: (query) => readProperties(world, properties, query).map(({ shown }) => shown.id),
        identify: ({ listings }) => listings.id,
      };
    case 'suburbs':
      return {
        ...list,
        queries: onMap(queriesOf(suburbDraws(world), world.suburbs, 2), world.suburbs),
        read: (query) => readSuburbs(world, query).map(({ _id }) => _id),
        identify: ({ _id }) => _id,
      };
    case 'websites':
      return {
        ...list,
        queries: accountQueries(world),
        read: (query) => readAccounts(world, query).map(({ line }) => line.websiteID),
        items: (query) => readAccounts(world, query).map(({ item }) => item),
        identify: ({ websiteID, listingCounts, locationAccuracy }) =>
          officeItem(websiteID, listingCounts, locationAccuracy),
      };
    case 'agents':
      return {
        ...list,
        queries: agentQueries(world),
        read: (query) => readAgents(world, query).map(({ line }) => line.id),
        items: (query) => readAgents(world, query).map(({ item }) => item),
        identify: ({ id, listingCounts, locationAccuracy }) => officeItem(id, listingCounts, locationAccuracy),
      };
    default:
      return {
        ...list,
        queries: queriesOf(suburbNameDraws(world), world.suburbs, 3),
        read: (query) => NAME_LISTS[path.replace('suburbs/', '')]?.(readSuburbs(world, query)) ?? [],
        identify: (item) => item,
      };
  }
}
