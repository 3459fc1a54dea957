import { parseStored } from '@app/schema';
import { toLocalTime } from '@app/suburbs';
import ical, { ICalCalendarMethod } from 'ical-generator';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import type { ListingCard } from '../dto/listing-card.fields.js';
import type { InspectionKind } from './inspection.kinds.js';

/** A time of a listing, with its card as JSON text. */
export interface InspectionEvent {
  readonly kind: InspectionKind;
  readonly dateFrom: string;
  readonly dateTo: string;
  /** The day on which it starts, in the time zone of the listing. */
  readonly firstDay: string;
  /** How many inspections of the listing are before it on this day. */
  readonly number: number;
  readonly card: string;
  readonly listing: {
    readonly _id: string;
    readonly timeZone: string;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
}

const TITLES = { inspection: 'Open home', auction: 'Auction' } as const;

const MIDNIGHT = 'T00:00:00';
const NEW_LINE = '\r\n';
const END = 'END:VCALENDAR';

/**
 * Inspections and auctions as an iCalendar (RFC 5545). A calendar that fetches it again finds each event by its `UID`: the
 * auction of a listing, or the nth inspection of its day.
 */
export function writeCalendar(events: readonly InspectionEvent[]): string {
  const calendar = ical({
    name: 'Open homes and auctions',
    prodId: '//agency-directory//EN',
    method: ICalCalendarMethod.PUBLISH,
  });
  const texts = events.map((event) => calendar.createEvent(eventOf(event)).toString());
  const zones = [...new Set(events.map(({ listing }) => listing.timeZone))].map(
    (zone) => tzlib_get_ical_block(zone)[0],
  );
  // The library folds whole calendars, with an encoder for each character: half a second for 1,000 events.
  const frame = calendar.clear().toString().replace(END, '').trimEnd();
  return [frame, ...zones, ...texts.map(folded), END, ''].join(NEW_LINE);
}

const MAX_LINE_BYTES = 75;

/** Continues long lines on the next line, after a space. */
const folded = (text: string): string =>
  text
    .trimEnd()
    .split(NEW_LINE)
    .map((line) => (Buffer.byteLength(line) > MAX_LINE_BYTES ? foldedLine(line) : line))
    .join(NEW_LINE);

function foldedLine(line: string): string {
  let [text, bytes] = ['', 0];
  for (const character of line) {
    const more = Buffer.byteLength(character);
    const fits = bytes + more <= MAX_LINE_BYTES;
    text += fits ? character : `${NEW_LINE} ${character}`;
    bytes = fits ? bytes + more : 1 + more;
  }
  return text;
}

function eventOf({ kind, dateFrom, dateTo, firstDay, number, card, listing }: InspectionEvent) {
  const { _id, timeZone, createdAt, updatedAt } = listing;
  const { address, link, price, latitude, longitude } = parseStored<ListingCard>(card);
  // Local times as texts: of other ones the library takes the local time of the process.
  const [start = '', end = ''] = [dateFrom, dateTo].map((time) => toLocalTime(time, timeZone).slice(0, 19));
  // Systems of agencies send midnight for a day without a time.
  const allDay = start.endsWith(MIDNIGHT) && end.endsWith(MIDNIGHT);
  return {
    id: kind === 'auction' ? `${_id}-auction` : `${_id}-${firstDay}-${number}`,
    sequence: Math.max(0, Math.floor((Date.parse(updatedAt) - Date.parse(createdAt)) / 1000)),
    stamp: updatedAt,
    lastModified: updatedAt,
    timezone: timeZone,
    start,
    // An event without a length has no end.
    end: end > start ? end : null,
    allDay,
    summary: `${TITLES[kind]}: ${address}`,
    description: [price, link].filter((text) => text !== '').join('\n') || null,
    location: latitude === '' ? address : { title: address, geo: { lat: Number(latitude), lon: Number(longitude) } },
    url: link || null,
  };
}
