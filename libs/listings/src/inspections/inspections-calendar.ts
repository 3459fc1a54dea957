import { TimeSlice } from '@app/fairness';
import { parseStored } from '@app/schema';
import { toLocalTime } from '@app/suburbs';
import ical, { ICalCalendarMethod } from 'ical-generator';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { listingLink } from '../documents/listing.presenter.js';
import type { StoredCard } from '../dto/listing-card.fields.js';
import type { CalendarRow } from './inspection.presenter.js';

const TITLES = { inspection: 'Open home', auction: 'Auction' } as const;

const MIDNIGHT = 'T00:00:00';
const NEW_LINE = '\r\n';
const END = 'END:VCALENDAR';

/**
 * Formats inspections and auctions as an iCalendar (RFC 5545). A client that fetches it again recognizes each event by
 * its `UID`: the auction of a listing, or the nth inspection of a day.
 */
export async function writeCalendar(events: readonly CalendarRow[]): Promise<string> {
  const calendar = ical({
    name: 'Open homes and auctions',
    prodId: '//agency-directory//EN',
    method: ICalCalendarMethod.PUBLISH,
  });
  const slice = new TimeSlice();
  const texts: string[] = [];
  for (const event of events) {
    texts.push(folded(calendar.createEvent(eventOf(event)).toString()));
    await slice.giveWay();
  }
  const zones = [...new Set(events.map(({ timeZone }) => timeZone))].map((zone) => tzlib_get_ical_block(zone)[0]);
  // The library folds whole calendars, with an encoder for each character: half a second for 1,000 events.
  const frame = calendar.clear().toString().replace(END, '').trimEnd();
  return [frame, ...zones, ...texts, END, ''].join(NEW_LINE);
}

const MAX_LINE_BYTES = 75;

/** Folds long lines: they continue on the next line, after a space. */
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

function eventOf(row: CalendarRow) {
  const { isAuction, startsAt, endsAt, firstDay, number, timeZone, listingUid, createdAt, updatedAt } = row;
  const { address, price, latitude, longitude } = parseStored<StoredCard>(`{${row.card}}`);
  const { link } = listingLink(row);
  // Local times as texts, because the library converts other values to the local time of the process.
  const [start = '', end = ''] = [startsAt, endsAt].map((time) =>
    toLocalTime(time.toISOString(), timeZone).slice(0, 19),
  );
  // Systems of agencies send midnight for a day without a time.
  const allDay = start.endsWith(MIDNIGHT) && end.endsWith(MIDNIGHT);
  const geo = { lat: Number(latitude), lon: Number(longitude) };
  return {
    id: isAuction ? `${listingUid}-auction` : `${listingUid}-${firstDay}-${number}`,
    sequence: Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000)),
    stamp: updatedAt,
    lastModified: updatedAt,
    timezone: timeZone,
    start,
    // An event without a duration has no end.
    end: end > start ? end : null,
    allDay,
    summary: `${TITLES[isAuction ? 'auction' : 'inspection']}: ${address}`,
    description: [price, link].filter((text) => text !== '').join('\n') || null,
    // The centre of a suburb is not the location of the property (B79).
    location: row.locationAccuracy === 'exact' ? { title: address, geo } : address,
    url: link || null,
  };
}
