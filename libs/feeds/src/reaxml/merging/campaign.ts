import type { ListingLine } from '@app/listings';
import type { FeedListing } from '../mapping/listing-patch.js';
import { isOver } from '../values/status.js';

const EARLIEST = '1990-01-01T00:00:00.000Z';

/** When a listing was launched: the time that the agency gives, if it is plausible, else now. */
export function launchDate(modtime: string | undefined): string {
  const now = new Date().toISOString();
  return modtime !== undefined && modtime >= EARLIEST && modtime <= now ? modtime : now;
}

/** Whether a listing that comes with this status may not have been launched yet. */
export const isBeforeLaunch = (status: string): boolean => status === 'offmarket' || status === 'withdrawn';

const PAUSE_MS = 30 * 86_400_000;

/** Whether what had ended is offered again after so long that it is another campaign, and no pause of the former one. */
export const isRelaunch = (before: ListingLine, launched: string): boolean =>
  isOver(before.status) && Date.parse(launched) - Date.parse(before.modtime ?? launched) > PAUSE_MS;

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
export const endsOffer = (before: ListingLine, status: string, entry: FeedListing): boolean =>
  entry.patch.underOffer === undefined &&
  (before.feed?.underOfferByStatus === true || isOver(entry.status) || (status === 'sold' && endsSale(status, entry)));

/** Whether the deposit of a former lease is over: the rental is offered again by an entry without `depositTaken`. */
export const endsLease = (before: string, entry: FeedListing): boolean =>
  before === 'leased' && endsSale(before, entry) && entry.patch.details?.depositTaken === undefined;
