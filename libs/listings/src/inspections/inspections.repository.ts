import type { Recipient } from '@app/http';
import { distanceColumn, type ListQuery, orderBy } from '@app/lists';
import { join, sql, type Sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { accountJoin, agentsJoin, itemColumns, listingJoins } from '../documents/listing.reads.js';
import { queryForSite, visibilityInList } from '../documents/listing-visibility.reads.js';
import { CurrentListingEntity } from '../entities/listing-search.entity.js';
import {
  listDependencies,
  listingsToSearch,
  matchesListing,
  searchNarrowRows,
} from '../filters/listings-matching.filters.js';
import type { InspectionsQuery } from './inspection.filters.js';
import { INSPECTION_KINDS, type InspectionKind } from './inspection.kinds.js';
import { presentEvents, type EventRow } from './inspection.presenter.js';

/**
 * The times of each kind, in the same columns; the auction is before the first inspection. They have no conditions of their
 * own: then indexes find the times of a listing.
 */
const TIMES: Readonly<Record<InspectionKind, Sql>> = {
  inspection: sql`SELECT listing_id, position, starts_at, ends_at, first_day, last_day FROM listing_inspections`,
  auction: sql`SELECT id AS listing_id, -1::smallint AS position, auction_at AS starts_at, auction_at AS ends_at,
    auction_day AS first_day, auction_day AS last_day FROM listings`,
};

const eventsOf = (kinds: readonly InspectionKind[]): Sql =>
  sql`(${join(
    kinds.map((kind) => TIMES[kind]),
    ' UNION ALL ',
  )}) event`;

const KEY = sql`(event.listing_id || ' ' || event.position)`;

/** The listing's columns decide which times there are. */
const ORDER = {
  ...orderBy(
    ['event.starts_at', 'ASC', 'instant'],
    ['event.listing_id', 'ASC', 'number'],
    ['event.position', 'ASC', 'number'],
  ),
  columns: ['inspections', 'auction_at', 'auction_day'],
};

/** The number of an inspection among those of its listing on its day. */
const NUMBER = sql`(SELECT count(*)::int FROM listing_inspections other
  WHERE other.listing_id = event.listing_id AND (other.first_day = event.first_day) IS TRUE
    AND (other.starts_at, other.position) < (event.starts_at, event.position))`;

/** Reads inspections and auctions of listings for a recipient. */
@Injectable()
export class InspectionsRepository {
  private readonly narrowColumns: ReadonlySet<string>;

  constructor(executor: SqlExecutor) {
    const { columns } = executor.manager.dataSource.getMetadata(CurrentListingEntity);
    this.narrowColumns = new Set(columns.map(({ databaseName }) => databaseName));
  }

  /** @throws FORBIDDEN for parameters that are not for the audience */
  list(given: InspectionsQuery, recipient: Recipient): ListQuery<EventRow> {
    const { audience } = recipient;
    const visible = visibilityInList(recipient, given.status);
    const query = queryForSite(visible.query(given), recipient);
    const events = eventsOf(query.kind ?? INSPECTION_KINDS);
    const listings = searchNarrowRows(query, this.narrowColumns) ?? {
      from: listingsToSearch(query),
      where: matchesListing(query),
    };
    return {
      name: `inspections for ${audience}`,
      query,
      search: {
        from: sql`${events} JOIN ${listings.from} ON listing.id = event.listing_id`,
        where: sql`event.starts_at IS NOT NULL AND ${visible.condition(listings.where)}`,
      },
      key: KEY,
      order: ORDER,
      row: {
        from: sql`LATERAL (SELECT * FROM ${events} WHERE event.listing_id = split_part(asked.key, ' ', 1)::int
          AND event.position = split_part(asked.key, ' ', 2)::smallint) event`,
        columns: sql`event.position < 0 AS "isAuction", event.starts_at AS "startsAt", event.ends_at AS "endsAt",
          event.first_day::text AS "firstDay", ${NUMBER} AS number, ${itemColumns}${distanceColumn('listing', query.near)}`,
        joins: sql`JOIN listings listing ON listing.id = event.listing_id
          ${accountJoin} ${listingJoins} ${agentsJoin(audience)}`,
      },
      present: presentEvents,
      dependsOn: ({ others }) => {
        const { listing, ...rest } = listDependencies(query, ORDER, { keys: others.listing ?? [], others });
        // A listing that comes or goes moves the total by the number of its times.
        return visible.dependencies({ ...rest, listing: (change) => listing(change) });
      },
    };
  }
}
