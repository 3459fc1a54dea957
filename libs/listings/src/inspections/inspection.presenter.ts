import type { Distant, Presented } from '@app/lists';
import { presentItems, presentListingCard, type CardRow, type StoredCardRow } from '../documents/listing.presenter.js';
import { writeCalendar, type CalendarRow, type EventTime } from './inspections-calendar.js';

/** An event of a page, with the card of its listing. */
export interface EventRow extends EventTime, CardRow, Distant {}

const listingsOf = (rows: readonly StoredCardRow[]): number[] => [...new Set(rows.map(({ listingID }) => listingID))];

/** Inspections and auctions as items. */
export function presentEvents(rows: readonly EventRow[]): Presented {
  const { items: cards, others } = presentItems(rows, rows.map(presentListingCard));
  return {
    items: rows.map((row, at) => presentEvent(row, cards[at] ?? '')),
    others: { ...others, listing: listingsOf(rows) },
  };
}

/** Inspections and auctions as a calendar. @param timeZone the zone of a calendar without events */
export const presentCalendar = (rows: readonly CalendarRow[], timeZone?: string): Presented => ({
  items: [],
  others: { account: [...new Set(rows.map(({ websiteID }) => websiteID))], listing: listingsOf(rows) },
  calendar: () => writeCalendar(rows, timeZone),
});

function presentEvent({ isAuction, startsAt, endsAt, timeZone }: EventTime, card: string): string {
  const kind = isAuction ? 'auction' : 'inspection';
  const event = { kind, dateFrom: startsAt.toISOString(), dateTo: endsAt.toISOString(), timeZone };
  return `${JSON.stringify(event).slice(0, -1)},"listing":${card}}`;
}
