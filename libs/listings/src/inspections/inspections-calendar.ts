import { TimeSlice } from '@app/fairness';
import { parseUrl } from '@app/process';
import { parseStored } from '@app/schema';
import { toLocalTime } from '@app/suburbs';
import ical, { ICalCalendarMethod } from 'ical-generator';
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library';
import { listingLink, type StoredCardRow } from '../documents/listing.presenter.js';
import type { StoredCard } from '../dto/listing-card.fields.js';

/** The time of an inspection or an auction. */
export interface EventTime {
  readonly isAuction: boolean;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly timeZone: string;
  readonly updatedAt: Date;
}

/** An event of a calendar, with the first members of the card of its listing. */
export interface CalendarRow extends EventTime, StoredCardRow {}

const MIDNIGHT = 'T00:00:00';
const NEW_LINE = '\r\n';
const END = 'END:VCALENDAR';
const MAX_LINE_BYTES = 75;
/** The start of `SEQUENCE`, so that it fits into 32 bits. */
const EPOCH = Date.UTC(2020);
/** A calendar needs a component, so an empty one has a time zone. */
const ZONE_WITHOUT_EVENTS = 'Australia/Sydney';

/**
 * Formats inspections and auctions as an iCalendar (RFC 5545). A client that fetches it again recognizes each event by
 * its `UID`: the auction of a listing, or the start of an inspection.
 * @param timeZone the zone of a calendar without events
 */
export async function writeCalendar(events: readonly CalendarRow[], timeZone = ZONE_WITHOUT_EVENTS): Promise<string> {
  const calendar = ical({
    name: 'Open homes and auctions',
    prodId: '//agency-directory//EN',
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3_600, // seconds
  });
  const slice = new TimeSlice();
  const zones = new Map<string, string>();
  const texts: string[] = [];
  for (const [uid, event] of byUid(events)) {
    const lines = calendar
      .createEvent(eventOf(uid, event, zones))
      .toString()
      .trimEnd()
      .split(NEW_LINE);
    texts.push(...lines.map(folded));
    await slice.giveWay();
  }
  if (zones.size === 0 && zoneIn(zones, timeZone) === null) zoneIn(zones, ZONE_WITHOUT_EVENTS);
  // The library folds whole calendars, with an encoder for each character: half a second for 1,000 events.
  const frame = calendar.clear().toString().replace(END, '').trimEnd();
  return [frame, ...new Set(zones.values()), ...texts, END, ''].join(NEW_LINE);
}

/** The events by `UID`. Inspections with the same start are one event, until the last of them ends. */
const byUid = (events: readonly CalendarRow[]): Map<string, CalendarRow> =>
  new Map(events.toSorted((one, other) => Number(one.endsAt) - Number(other.endsAt)).map((row) => [uidOf(row), row]));

const uidOf = ({ listingUid, isAuction, startsAt }: CalendarRow): string =>
  `${listingUid}-${isAuction ? 'auction' : startsAt.toISOString().replace(/[-:]|\.000/g, '')}`;

const KNOWN_ZONES = new Set<unknown>(tzlib_get_timezones());

/** The `TZID` of a zone, possibly another of its names; null if unknown. `zones` keeps blocks: one takes 0.2 ms. */
function zoneIn(zones: Map<string, string>, timeZone: string): string | null {
  if (!KNOWN_ZONES.has(timeZone)) return null;
  const block = zones.get(timeZone) ?? tzlib_get_ical_block(timeZone)[0] ?? '';
  zones.set(timeZone, block);
  return /^TZID:(.*)$/m.exec(block)?.[1] ?? null;
}

/** Parts of a long line, of at most 74 bytes: a character outside of ASCII has up to four. */
const PARTS = { ascii: /.{1,74}/g, other: /.{1,18}/gu };

/** Folds a long line: it continues on the next line, after a space. */
function folded(line: string): string {
  const bytes = Buffer.byteLength(line);
  const parts = bytes > MAX_LINE_BYTES && line.match(bytes === line.length ? PARTS.ascii : PARTS.other);
  return parts ? parts.join(`${NEW_LINE} `) : line;
}

/** Control and direction characters: parsers reject them, or they change how the rest of a line reads. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A text of an agency as a calendar may show it. */
const plainText = (text: string): string =>
  text
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, '')
    .trim();

/** A URL without the characters that the library escapes, because parsers unescape texts only. */
const plainUrl = (link: string): string | null => parseUrl(link)?.href.replace(/[,;\\]/g, encodeURIComponent) ?? null;

function eventOf(uid: string, row: CalendarRow, zones: Map<string, string>) {
  const { isAuction, updatedAt } = row;
  const card = parseStored<StoredCard>(`{${row.card}}`);
  const [address, price, url] = [plainText(card.address), plainText(card.price), plainUrl(listingLink(row).link)];
  const geo = { lat: Number(card.latitude), lon: Number(card.longitude) };
  return {
    id: uid,
    sequence: Math.max(0, Math.floor((updatedAt.getTime() - EPOCH) / 1000)),
    stamp: updatedAt,
    lastModified: updatedAt,
    ...timesOf(row, zones),
    summary: `${isAuction ? 'Auction' : 'Open home'}: ${address}`,
    description: [price, url].filter(Boolean).join('\n') || null,
    // The centre of a suburb is not the location of the property (B79).
    location: row.locationAccuracy === 'exact' ? { title: address, geo } : address,
    url,
  };
}

/** The times of an event: local ones, or in UTC if the local time is that of two instants, or the zone is unknown. */
function timesOf({ startsAt, endsAt, timeZone }: CalendarRow, zones: Map<string, string>) {
  const local = [startsAt, endsAt].map((time) => toLocalTime(time.toISOString(), timeZone));
  // Local times as texts, because the library converts other values to the local time of the process.
  const [start = '', end = ''] = local.map((time) => time.slice(0, 19));
  // Systems of agencies send midnight for a day without a time.
  const allDay = start.endsWith(MIDNIGHT) && end.endsWith(MIDNIGHT);
  const timezone = local.some((time) => /[+-]\d\d:\d\d$/.test(time)) ? null : zoneIn(zones, timeZone);
  const [from, to] = timezone !== null ? [start, end] : allDay ? [`${start}Z`, `${end}Z`] : [startsAt, endsAt];
  // An event without a duration has no end.
  return { allDay, timezone, start: from, end: Number(endsAt) - Number(startsAt) < 1_000 ? null : to };
}
