import { shownBy, PAST_STATUSES, type ListingRows } from '@app/accounts';
import type { Recipient } from '@app/http';
import {
  ensureAllowed,
  hasLocalMap,
  hasMap,
  ofConditions,
  ofList,
  type Filters,
  type ListQuery,
  type Order,
  type Search,
  type ShownPage,
} from '@app/lists';
import { dependsOn, either, ofIds, type CacheDependencies } from '@app/cache';
import { column, sql, type Sql } from '@app/sql';
import { isStateOnly, isWithin, ofPlaces } from '@app/suburbs';

import { listingOrder, CURRENT_SORTS } from '../filters/listing.sorts.js';
import type { ListingsQuery } from '../filters/listings.query.js';
import { col, type ListingColumn } from './listing-columns.js';
import { searchEvents } from './event-rows.js';
import { matchesEvery, matchesListing, testsOf } from './matching-conditions.js';
import { ListingMasks } from './listing-masks.js';
import { searchNarrowRows, searchPlaces } from './narrow-rows.js';
import { CURRENT_AND_FORMER, LISTINGS } from './listing-tables.js';
import { includesStatus, isCurrentOnly } from '../dto/listing-statuses.js';

/**
 * The listings that a recipient finds with a query: status, website, table, masks and conditions (ADR 19). Every
 * statement that returns listings to a recipient is built with it.
 */
export class ListingFinder<Query extends Filters<ListingsQuery>> {
  /** The query of the recipient: the website of a `public` key finds only its own past listings. */
  readonly query: Query;
  /** The masks of the found listings for the recipient. */
  readonly masks: ListingMasks;

  /** @throws FORBIDDEN for parameters that the recipient may not use */
  constructor(
    given: Query,
    private readonly recipient: Recipient,
  ) {
    if (recipient.audience === 'public') ensureAllowed(given);
    this.query = ofSite(given, recipient);
    this.masks = masksOf(recipient, given.status);
  }

  /** All matching rows: narrow ones, if they contain the columns of the conditions. */
  search(): Search {
    return this.narrow() ?? this.whole();
  }

  /** The matching narrow rows; undefined if conditions need other columns, or have a better index (ADR 16). */
  narrow(): Search | undefined {
    return this.masked(searchNarrowRows(this.query, this.recipient), 'current');
  }

  /** The matching rows with all columns. */
  whole(): Search {
    return this.masked(this.unmasked(), 'listings');
  }

  /** The matching rows, for statements that read them all. */
  every(): Search {
    return this.masked({ from: this.from(), where: matchesEvery(this.query, this.recipient) }, 'listings');
  }

  /** The events of the matching rows, as `event` (ADR 39). Events alone, if they contain the columns of the conditions. */
  events(): Search {
    const own = this.masked(searchEvents(this.query, this.recipient), 'events');
    if (own) return own;
    const { from, where } = this.every();
    // Both tables are limited to the place: then an index on places and days finds the events.
    const { condition } = isWithin(column('event.suburb_id'), this.query, this.query.surroundingsuburb);
    const placed = condition && !isStateOnly(this.query) ? sql`${where} AND ${condition}` : where;
    return { from: sql`${from} JOIN listing_events event ON event.listing_id = listing.id`, where: placed };
  }

  /** The condition on `listing`, for any table. */
  get condition(): Sql {
    return this.whole().where;
  }

  /**
   * The rows of a page: narrow rows to find them and, for the few orders with an index on narrow rows, to sort them.
   */
  page(query: ListingsQuery): Pick<ListQuery, 'search' | 'inOrder' | 'order'> {
    const given = listingOrder(query);
    // `near` finds only listings with a visible address.
    const order = query.sort === 'distance' ? given : this.masks.order(given);
    if (query.region || hasMap(query)) {
      const places = order.isOfRows ? undefined : searchPlaces(this.query, this.recipient);
      return { search: this.masked(places, 'current') ?? this.whole(), order };
    }
    const narrow = this.narrow();
    if (narrow && CURRENT_SORTS.has(query.sort)) return { search: narrow, order };
    const whole = this.unmasked();
    const inOrder = this.masked(startingAt(whole, query), 'listings');
    return { search: narrow ?? this.masked(whole, 'listings'), inOrder, order };
  }

  /** A column of `listing` as the recipient sees it. */
  column(name: ListingColumn): Sql {
    return this.masks.column(name);
  }

  /** The dependencies of the found rows and of the shown page, in its order (ADR 15). */
  dependencies(order: Pick<Order, 'columns'>, page: ShownPage = NOTHING_SHOWN): CacheDependencies {
    const { query } = this;
    return this.masks.dependencies(
      dependsOn({
        listing: ofList('listing', { query, order }, page, ...testsOf(query)),
        account: either(ofIds(page.others.account), ofConditions(query, 'account')),
        agent: either(ofIds(page.others.agent), ofConditions(query, 'agent')),
        suburb: either(ofPlaces(query, query.surroundingsuburb), ofConditions(query, 'suburb')),
      }),
    );
  }

  private unmasked(): Search {
    return { from: this.from(), where: matchesListing(this.query, this.recipient) };
  }

  /** The rows to search, as `listing`: all listings, or the listings that an account shows. */
  private from(): Sql {
    const { query } = this;
    if (query.websiteID !== undefined) return shownBy(query.websiteID);
    const isMixed = includesStatus(query.status, 'current') && !isCurrentOnly(query.status);
    return isMixed && hasLocalMap(query) ? CURRENT_AND_FORMER : LISTINGS;
  }

  private masked<Found extends Search | undefined>(found: Found, rows: ListingRows): Found {
    return found && { ...found, where: this.masks.condition(found.where, rows) };
  }
}

const NOTHING_SHOWN: ShownPage = { keys: [], others: {} };

/** The website of an account shows additional past listings, but no additional current ones. */
function masksOf(recipient: Recipient, status: readonly string[] | undefined): ListingMasks {
  const { audience } = recipient;
  return new ListingMasks(audience === 'public' && isCurrentOnly(status) ? { audience } : recipient);
}

/** Restricts past listings to the ones that the website shows; beside current ones, the masks do. */
function ofSite<Query extends Filters<ListingsQuery>>(query: Query, { audience, siteID }: Recipient): Query {
  const isOfSite = audience === 'public' && siteID !== undefined && query.websiteID === undefined;
  if (!isOfSite || !query.status?.every((status) => PAST_STATUSES.includes(status))) return query;
  // The copy keeps the prototype, whose class declares the parameters.
  return Object.assign(Object.create(Object.getPrototypeOf(query) as object) as Query, query, { websiteID: siteID });
}

/**
 * Adds a start for the index to an order by price: no range begins further below its upper limit than the widest range
 * does.
 */
function startingAt(search: Search, { minPrice: least, sort }: ListingsQuery): Search {
  if (least === undefined || least < 1 || !sort.startsWith('price-')) return search;
  // Slightly less, to allow for rounding.
  const widest = sql`(SELECT 1.000001 * coalesce(max(
    CASE WHEN price >= 1 AND price_to <= 1e12 THEN price_to / price ELSE 'Infinity' END), 1)
    FROM listings WHERE price_to IS NOT NULL)`;
  return { ...search, where: sql`${search.where} AND ${col('price')} >= ${least} / ${widest}` };
}
