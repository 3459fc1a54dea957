import { localDay } from '@app/suburbs';
import type { ListingDays } from '../dto/listing-parts.fields.js';
import { saleOf } from './listing-sale.js';
import type { ListingLine } from './listing.line.js';

/** The days of the dates of a line; undefined without any. */
export function listingDays(line: ListingLine, timeZone: string): ListingDays | undefined {
  const { price, auctionDetails, details } = line;
  const dayOf = (date: string | undefined) => (date === undefined ? undefined : localDay(date, timeZone));
  const days = {
    available: dayOf(price.rent?.available),
    auction: dayOf(auctionDetails.date),
    auctionOutcome: dayOf(details?.auctionOutcome?.date),
    closing: dayOf(details?.closing?.date),
    currentLeaseEnd: dayOf(details?.currentLeaseEndDate),
    sold: dayOf(saleOf(line)?.date),
  };
  return Object.values(days).some((known) => known !== undefined) ? days : undefined;
}
