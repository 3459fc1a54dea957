import type { Distant, Presented } from '@app/lists';
import { parseStored } from '@app/schema';
import { listingItem, presentItems, type ListedRow } from '../documents/listing.presenter.js';
import { writeCalendar, type InspectionEvent } from './inspections-calendar.js';

/** A row of the page. */
export interface EventRow extends ListedRow, Distant {
  readonly isAuction: boolean;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly firstDay: string;
  /** How many inspections of the listing are before it on its day. */
  readonly number: number;
}

/** Inspections and auctions as items, and as a calendar. */
export function presentEvents(rows: readonly EventRow[]): Presented {
  const texts = rows.map((row) => listingItem('card', row));
  const cards = presentItems('card', rows, texts);
  const events = rows.map((row, at) => eventOf(row, cards.items[at] ?? ''));
  return {
    items: events.map(presentEvent),
    others: { ...cards.others, listing: [...new Set(rows.map(({ listingID }) => listingID))] },
    calendar: () => writeCalendar(events),
  };
}

const eventOf = ({ isAuction, startsAt, endsAt, document, ...row }: EventRow, card: string): InspectionEvent => ({
  kind: isAuction ? 'auction' : 'inspection',
  dateFrom: startsAt.toISOString(),
  dateTo: endsAt.toISOString(),
  firstDay: row.firstDay,
  number: row.number,
  card,
  listing: parseStored(`{${document}}`),
});

const presentEvent = ({ kind, dateFrom, dateTo, card, listing: { timeZone } }: InspectionEvent): string =>
  `${JSON.stringify({ kind, dateFrom, dateTo, timeZone }).slice(0, -1)},"listing":${card}}`;
