import { OPERATOR, type Recipient } from '@app/http';
import type { Change } from '@app/cache';
import { distanceColumn, type ListQuery, orderBy, type ShownPage } from '@app/lists';
import { column, join, raw, sql, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { inDateRange, isDay } from '../filters/date.conditions.js';
import { ListingFinder } from '../finder/listing-finder.js';
import { ListingMasks } from '../finder/listing-masks.js';
import { cardColumns, eventColumns, type ListingColumns } from '../finder/listing.reads.js';
import type { InspectionsQuery } from './inspections.query.js';
import { INSPECTION_KINDS, type InspectionKind } from './inspection.kinds.js';
import { presentCalendar, presentEvents, type EventRow } from './inspection.presenter.js';
import type { CalendarRow } from './inspections-calendar.js';

/**
 * The times of each kind, in the same columns; the auction precedes the first inspection. They contain no conditions,
 * so that indexes can find the times of a listing.
 */
const TIMES: Readonly<Record<InspectionKind, Sql>> = {
  inspection: sql`SELECT listing_id, position, starts_at, ends_at, first_day, last_day FROM listing_inspections`,
  auction: sql`SELECT id AS listing_id, -1::smallint AS position, auction_at AS starts_at, auction_at AS ends_at,
    auction_day AS first_day, auction_day AS last_day FROM ${new ListingMasks(OPERATOR).from()}`,
};

const eventsOf = (kinds: readonly InspectionKind[] = INSPECTION_KINDS): Sql =>
  sql`(${join(
    kinds.map((kind) => TIMES[kind]),
    ' UNION ALL ',
  )}) event`;

/** The times of `listing`, one listing at a time: PostgreSQL overestimates the listings of a place, and would read all times. */
const timesOfEach = (kinds: readonly InspectionKind[] = INSPECTION_KINDS): Sql =>
  sql`LATERAL (${join(
    kinds.map((kind) => OF_LISTING[kind]),
    ' UNION ALL ',
  )}) event`;

const OF_LISTING: Readonly<Record<InspectionKind, Sql>> = {
  inspection: sql`${TIMES.inspection} WHERE listing_id = listing.id`,
  auction: sql`SELECT listing.id AS listing_id, -1::smallint AS position, listing.auction_at AS starts_at,
    listing.auction_at AS ends_at, listing.auction_day AS first_day, listing.auction_day AS last_day`,
};

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

/** The times of a listing that had not ended when it last changed, the next first; then the others, the latest first. */
const NEXT_FIRST = orderBy(
  [sql`(CASE WHEN event.ends_at >= listing.updated_at THEN event.starts_at END)`],
  [column('event.starts_at'), 'DESC', 'instant'],
  [column('event.position'), 'ASC', 'number'],
);

/** The time of an event, and the time zone of its listing (B58). */
const EVENT = sql`event.position < 0 AS "isAuction", event.starts_at AS "startsAt", event.ends_at AS "endsAt",
  listing.time_zone AS "timeZone", listing.updated_at AS "updatedAt"`;

/** Maximum number of events of a listing in a calendar. */
export const MOST_EVENTS_OF_LISTING = 50;

/**
 * Whether an event is among the first found ones of its listing, up to the maximum. They are sorted once a statement,
 * and only for listings with many inspections, whose positions are consecutive.
 */
const isAmongFirst = (query: InspectionsQuery): Sql => sql`CASE WHEN EXISTS (SELECT FROM listing_inspections last
    WHERE last.listing_id = event.listing_id AND last.position = ${MOST_EVENTS_OF_LISTING - 1})
  THEN (event.listing_id, event.position) IN (
    SELECT event.listing_id, event.position FROM listing_inspections last CROSS JOIN LATERAL (
      SELECT event.listing_id, event.position FROM ${eventsOf(query.kind)}
      WHERE event.listing_id = last.listing_id AND ${inDateRange(query) ?? sql`TRUE`}
      ORDER BY event.starts_at, event.position LIMIT ${MOST_EVENTS_OF_LISTING}) event
    WHERE last.position = ${MOST_EVENTS_OF_LISTING - 1})
  ELSE TRUE END`;

/** The start for the index: no inspection began further before its end than the longest one; days have a time zone. */
const notBefore = ({ datefrom }: InspectionsQuery): Sql =>
  datefrom === undefined
    ? sql``
    : sql` AND event.starts_at >= ${datefrom}::timestamptz - interval '${raw(isDay(datefrom) ? '1 day' : '0')}'
        - (SELECT coalesce(max(ends_at - starts_at), '0') FROM listing_inspections)`;

/** Reads inspections and auctions of listings for a recipient. */
@Injectable()
export class InspectionsRepository {
  /** @throws FORBIDDEN for parameters that the audience may not use */
  list(given: InspectionsQuery, recipient: Recipient): ListQuery<EventRow> {
    const card = cardColumns(new ListingMasks(recipient), recipient.audience);
    return { ...this.events(given, recipient, card), present: presentEvents };
  }

  /** The list with the columns of a calendar. @param timeZone the time zone of a calendar of one listing */
  calendar(given: InspectionsQuery, recipient: Recipient, timeZone?: string): ListQuery<CalendarRow> {
    const { search, order, ...events } = this.events(given, recipient, eventColumns(new ListingMasks(recipient)));
    const where = sql`${search.where} AND ${isAmongFirst(events.query)}`;
    return {
      ...events,
      ...(timeZone === undefined ? { search: { ...search, where }, order } : { search, order: NEXT_FIRST }),
      isUncounted: true,
      present: (rows) => presentCalendar(rows, timeZone),
    };
  }

  private events(given: InspectionsQuery, recipient: Recipient, shown: ListingColumns) {
    const finder = new ListingFinder(given, recipient);
    const { query } = finder;
    const events = eventsOf(query.kind);
    const narrow = finder.narrow();
    const listings = narrow ?? finder.whole();
    const start = narrow && query.region === undefined ? notBefore(query) : sql``;
    return {
      name: `inspections for ${recipient.audience}`,
      query,
      search: {
        from: narrow
          ? sql`${events} JOIN ${narrow.from} ON listing.id = event.listing_id`
          : sql`${listings.from} CROSS JOIN ${timesOfEach(query.kind)}`,
        // Times of other listings will not take place (B79).
        where: sql`event.starts_at IS NOT NULL AND listing.status = 'current' AND ${listings.where}${start}`,
      },
      key: KEY,
      order: ORDER,
      row: {
        from: sql`LATERAL (SELECT * FROM ${events} WHERE event.listing_id = split_part(asked.key, ' ', 1)::int
          AND event.position = split_part(asked.key, ' ', 2)::smallint) event`,
        columns: sql`${EVENT}, ${shown.columns}${distanceColumn('listing', query.near)}`,
        joins: sql`JOIN ${finder.masks.from()} ON listing.id = event.listing_id ${shown.joins}`,
      },
      dependsOn: ({ others }: ShownPage) => {
        const { listing, ...rest } = finder.dependencies(ORDER, { keys: others.listing ?? [], others });
        // A listing that comes or goes moves the total by its number of times, which is unknown.
        return { ...rest, listing: (change: Change) => listing(change) };
      },
    };
  }
}
