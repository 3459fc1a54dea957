import type { FeedListing, ListingPatch } from '../mapping/listing-patch.js';
import { isOver } from '../values/status.js';

/** Whether an entry gives a sale, which replaces the stored one as a whole. */
export const givesSale = ({ patch, times }: FeedListing): boolean =>
  patch.soldDetails !== undefined || times.sold !== undefined;

/** Whether a listing is offered again by an entry: its former sale has fallen through, or is long ago. */
export const endsSale = (before: string, { status }: FeedListing): boolean =>
  status === 'current' && before !== 'current';

/**
 * Whether a listing is no longer under offer, by an entry without `underOffer`: an earlier status said that it was, or it
 * is sold, leased or withdrawn, or was sold and is offered again.
 */
export const endsOffer = (before: ListingPatch, status: string, entry: FeedListing): boolean =>
  entry.patch.underOffer === undefined &&
  (before.feed?.underOfferByStatus === true || isOver(entry.status) || (status === 'sold' && endsSale(status, entry)));

/** Whether the deposit of a former lease is over: the rental is offered again by an entry without `depositTaken`. */
export const endsLease = (before: string, entry: FeedListing): boolean =>
  before === 'leased' && endsSale(before, entry) && entry.patch.details?.depositTaken === undefined;
