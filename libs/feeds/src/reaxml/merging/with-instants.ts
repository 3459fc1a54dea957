import type { ListingLine } from '@app/listings';
import { toInstant } from '@app/suburbs';
import type { FeedItems, FeedListing, Patch } from '../mapping/listing-patch.js';
import type { LocalInspection } from '../values/inspection-time.js';
import type { LocalTime } from '../values/local-time.js';

/** The patch of a listing with its dates as instants, converted with the suburb's time zone. */
export function withInstants({ patch, times }: FeedListing, timeZone: string): Patch<ListingLine> {
  const instant = (local: LocalTime | null) => local && toInstant(local, timeZone);
  const dated: Patch<ListingLine> = { ...patch };
  if (times.auction !== undefined) dated.auctionDetails = { ...patch.auctionDetails, date: instant(times.auction) };
  if (times.sold !== undefined) dated.soldDetails = { ...patch.soldDetails, date: instant(times.sold) };
  if (times.available !== undefined)
    dated.price = { ...patch.price, rent: { ...patch.price?.rent, available: instant(times.available) } };
  if (times.leaseEnd !== undefined) dated.details = { ...dated.details, currentLeaseEndDate: instant(times.leaseEnd) };
  if (times.outcome !== undefined) {
    const auctionOutcome = { ...patch.details?.auctionOutcome, date: instant(times.outcome) };
    dated.details = { ...dated.details, auctionOutcome };
  }
  if (times.inspections) {
    dated.inspectionTimes = times.inspections.map((inspection) => inspectionTime(inspection, timeZone));
  }
  return dated;
}

type Image = ListingLine['images'][number];

/** The changes of lists with the times of images as instants. */
export function datedItems(items: FeedItems, timeZone: string): FeedItems {
  if (!items.images) return items;
  const put = items.images.put.map(({ id, value }) => {
    const { modtime, ...image } = value as Image; // items of this list
    return { id, value: modtime ? { ...image, modtime: toInstant(modtime.slice(0, -1), timeZone) } : image };
  });
  return { ...items, images: { ...items.images, put } };
}

/** A start in the hour that daylight saving skips is an hour later: the inspection then keeps its length. */
function inspectionTime({ from, to }: LocalInspection, timeZone: string): { dateFrom: string; dateTo: string } {
  const [dateFrom, dateTo] = [toInstant(from, timeZone), toInstant(to, timeZone)];
  if (dateTo >= dateFrom) return { dateFrom, dateTo };
  const length = Math.max(0, Date.parse(toInstant(to, 'UTC')) - Date.parse(toInstant(from, 'UTC')));
  return { dateFrom, dateTo: new Date(Date.parse(dateFrom) + length).toISOString() };
}
