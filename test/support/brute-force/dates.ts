import type { DatedListing, Query, World } from './lines.js';
import { auctionOf, saleOf } from './listings.values.js';
import { dayIn, zoneOf } from './places.js';
import { itemsOf } from './texts.js';

interface Interval {
  readonly from: string;
  readonly to: string;
}

const point = (instant: string | undefined): Interval[] => (instant ? [{ from: instant, to: instant }] : []);

/** The base date, and the time zone in which its days are counted (D24). */
function datesOf(listing: DatedListing, world: World, base: string): { intervals: Interval[]; zone: string } {
  const zone = zoneOf(world, listing.address);
  if (base === 'auctions') return { intervals: point(auctionOf(listing)), zone };
  if (base === 'sold') return { intervals: point(saleOf(listing).date), zone };
  if (base === 'availableDate') return { intervals: point(listing.price?.rent?.available), zone };
  if (base === 'listed') return { intervals: point(listing.firstdate), zone: 'UTC' };
  if (base === 'updatedAt') return { intervals: point(listing.updatedAt), zone: 'UTC' };
  const times = listing.inspectionTimes ?? [];
  return { intervals: times.map(({ dateFrom, dateTo }) => ({ from: dateFrom, to: dateTo })), zone };
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** `2026-03-07T9:5:0Z` and ISO 8601 with an offset. */
export function timeOf(text: string): number {
  if (isDay(text)) return Date.parse(text);
  const [, day = '', clock = '', offset = ''] = /^(.{10})T([^Z+-]+)(Z|[+-].*)$/.exec(text) ?? [];
  const [hours = '', minutes = '', seconds = '0'] = clock.split(':');
  return Date.parse(
    `${day}T${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}:${seconds.replace(/^\d(?=\.|$)/, '0$&')}${offset}`,
  );
}

/** `datefrom`, `dateto` (inclusive) and `dates`, all tested against the same date of the listing (D24). */
export function isDatedWithin(listing: DatedListing, world: World, query: Query): boolean {
  const { datefrom, dateto, dates } = query;
  if (datefrom === undefined && dateto === undefined && dates === undefined) return true;
  const { intervals, zone } = datesOf(listing, world, query['baseDate'] ?? 'updatedAt');
  return intervals.some(({ from, to }) => {
    const [firstDay, lastDay] = [dayIn(zone, from), dayIn(zone, to)];
    if (datefrom && !(isDay(datefrom) ? lastDay >= datefrom : Date.parse(to) >= timeOf(datefrom))) return false;
    if (dateto && !(isDay(dateto) ? firstDay <= dateto : Date.parse(from) <= timeOf(dateto))) return false;
    return !dates || itemsOf(dates).some((day) => firstDay <= day && day <= lastDay);
  });
}
