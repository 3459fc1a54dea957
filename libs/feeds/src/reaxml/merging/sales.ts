import type { FeedListing, ListingPatch } from '../mapping/listing-patch.js';

/** Whether an entry gives a sale, which replaces the stored one as a whole. */
export const givesSale = ({ patch, times }: FeedListing): boolean =>
  patch.soldDetails !== undefined || times.sold !== undefined;

/** Whether a listing is offered again by an entry: its former sale has fallen through, or is long ago. */
export const endsSale = (before: string, { status }: FeedListing): boolean =>
  status === 'current' && before !== 'current';

/**
 * Whether a listing is no longer under offer: an earlier status said that it was, and an entry has another status and
 * no `underOffer` of its own.
 */
export const endsOffer = (before: ListingPatch, { patch }: FeedListing): boolean =>
  before.feed?.underOfferByStatus === true && patch.underOffer === undefined;
