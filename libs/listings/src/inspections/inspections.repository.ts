import { OPERATOR, type Recipient } from '@app/http';
import type { Change } from '@app/cache';
import { distanceColumn, type ListQuery, orderBy, type ShownPage } from '@app/lists';
import { column, join, sql, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { ListingFinder } from '../finder/listing-finder.js';
import { ListingMasks } from '../finder/listing-masks.js';
import { cardColumns, storedCardColumns, type ListingColumns } from '../finder/listing.reads.js';
import type { InspectionsQuery } from './inspections.query.js';
import { INSPECTION_KINDS, type InspectionKind } from './inspection.kinds.js';
import { presentCalendar, presentEvents, type CalendarRow, type EventRow } from './inspection.presenter.js';

/**
 * The times of each kind, in the same columns; the auction precedes the first inspection. They contain no conditions,
 * so that indexes can find the times of a listing.
 */
const TIMES: Readonly<Record<InspectionKind, Sql>> = {
  inspection: sql`SELECT listing_id, position, starts_at, ends_at, first_day, last_day FROM listing_inspections`,
  auction: sql`SELECT id AS listing_id, -1::smallint AS position, auction_at AS starts_at, auction_at AS ends_at,
    auction_day AS first_day, auction_day AS last_day FROM ${new ListingMasks(OPERATOR).from()}`,
};

const eventsOf = (kinds: readonly InspectionKind[]): Sql =>
  sql`(${join(
    kinds.map((kind) => TIMES[kind]),
    ' UNION ALL ',
  )}) event`;

const KEY = sql`(event.listing_id || ' ' || event.position)`;

/** Columns of the listing determine which times exist. */
const ORDER = {
  ...orderBy(
    [column('event.starts_at'), 'ASC', 'instant'],
    [column('event.listing_id'), 'ASC', 'number'],
    [column('event.position'), 'ASC', 'number'],
  ),
  columns: ['inspections', 'auction_at', 'auction_day'],
};

/** The number of earlier inspections of the listing on the same day. */
const NUMBER = sql`(SELECT count(*)::int FROM listing_inspections other
  WHERE other.listing_id = event.listing_id AND (other.first_day = event.first_day) IS TRUE
    AND (other.starts_at, other.position) < (event.starts_at, event.position))`;

/** The time of an event, the time zone of its listing, and the data for its version (B58). */
const EVENT = sql`event.position < 0 AS "isAuction", event.starts_at AS "startsAt", event.ends_at AS "endsAt",
  event.first_day::text AS "firstDay", ${NUMBER} AS number, listing.time_zone AS "timeZone",
  listing.created_at AS "createdAt", listing.updated_at AS "updatedAt"`;

/** Reads inspections and auctions of listings for a recipient. */
@Injectable()
export class InspectionsRepository {
  /** @throws FORBIDDEN for parameters that the audience may not use */
  list(given: InspectionsQuery, recipient: Recipient): ListQuery<EventRow> {
    const { columns, joins } = cardColumns(new ListingMasks(recipient), recipient.audience);
    return { ...this.events(given, recipient, { columns, joins }), present: presentEvents };
  }

  /** The same list with the columns of a calendar. */
  calendar(given: InspectionsQuery, recipient: Recipient): ListQuery<CalendarRow> {
    return {
      ...this.events(given, recipient, storedCardColumns(new ListingMasks(recipient))),
      present: presentCalendar,
    };
  }

  private events(given: InspectionsQuery, recipient: Recipient, { columns, joins }: ListingColumns) {
    const finder = new ListingFinder(given, recipient);
    const { query } = finder;
    const events = eventsOf(query.kind ?? INSPECTION_KINDS);
    const listings = finder.search();
    return {
      name: `inspections for ${recipient.audience}`,
      query,
      search: {
        from: sql`${events} JOIN ${listings.from} ON listing.id = event.listing_id`,
        // Times of other listings will not take place (B79).
        where: sql`event.starts_at IS NOT NULL AND listing.status = 'current' AND ${listings.where}`,
      },
      key: KEY,
      order: ORDER,
      row: {
        from: sql`LATERAL (SELECT * FROM ${events} WHERE event.listing_id = split_part(asked.key, ' ', 1)::int
          AND event.position = split_part(asked.key, ' ', 2)::smallint) event`,
        columns: sql`${EVENT}, ${columns}${distanceColumn('listing', query.near)}`,
        joins: sql`JOIN ${finder.masks.from()} ON listing.id = event.listing_id ${joins}`,
      },
      dependsOn: ({ others }: ShownPage) => {
        const { listing, ...rest } = finder.dependencies(ORDER, { keys: others.listing ?? [], others });
        // A listing that comes or goes moves the total by its number of times, which is unknown.
        return { ...rest, listing: (change: Change) => listing(change) };
      },
    };
  }
}
