import type { ListingLine } from '@app/listings';
import type { FeedListing, Patch } from '../mapping/listing-patch.js';
import type { LocalTime } from '../values/local-time.js';
import { toInstant } from '../values/zoned-time.js';

/** The patch of a listing with its dates, which its suburb's time zone makes instants. */
export function withInstants({ patch, times }: FeedListing, timeZone: string): Patch<ListingLine> {
  const instant = (local: LocalTime | null) => local && toInstant(local, timeZone);
  const dated: Patch<ListingLine> = { ...patch };
  if (times.auction !== undefined) dated.auctionDetails = { ...dated.auctionDetails, date: instant(times.auction) };
  if (times.sold !== undefined) dated.soldDetails = { ...dated.soldDetails, date: instant(times.sold) };
  if (times.available !== undefined) {
    const { price } = dated;
    dated.price = { ...price, rent: { ...price?.rent, available: instant(times.available) } };
  }
  if (times.inspections) {
    dated.inspectionTimes = times.inspections.map(({ from, to }) => ({
      dateFrom: toInstant(from, timeZone),
      dateTo: toInstant(to, timeZone),
    }));
  }
  return dated;
}
