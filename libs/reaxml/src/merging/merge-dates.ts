import { closingKind, normalizeDetails, setClosing, settleClosing, type ListingLine } from '@app/listings';
import { toInstant } from '@app/suburbs';
import type { FeedItems, FeedListing, Patch, LocalTimes } from '../mapping/listing-patch.js';
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

const isAuction = ({ authority, commercialAuthority }: ListingLine): boolean =>
  [authority, commercialAuthority].includes('auction');

const leavesAuction = (before: ListingLine, line: ListingLine): boolean =>
  isAuction(before) && !isAuction(line) && Boolean(line.authority || line.commercialAuthority);

/**
 * The closing date of a listing after an entry. The authority determines the meaning of the date in `auction`, and may
 * be in an earlier or a later entry. `setSale` is a separate element.
 */
export function mergeClosing(
  before: ListingLine | undefined,
  line: ListingLine,
  { auction, setSale }: LocalTimes,
  timeZone: string,
): void {
  const closing = line.details?.closing;
  const [was, is] = [before ? closingKind(before) : 'auction', closingKind(line)];
  // The stored date comes from `auction`, by the former authority.
  if (closing?.kind === was && was !== 'auction') {
    if (auction === undefined && is === 'auction') line.auctionDetails = closing.date ? { date: closing.date } : {};
    setClosing(line, auction === undefined && is !== 'auction' ? { ...closing, kind: is } : undefined);
  }
  // The listing is no longer an auction, so the date of the auction is removed.
  if (auction === undefined && before && leavesAuction(before, line)) line.auctionDetails = {};
  settleClosing(line);
  if (setSale) setClosing(line, { kind: 'setSale', date: toInstant(setSale, timeZone) });
  else if (setSale === null && line.details?.closing?.kind === 'setSale') setClosing(line, undefined);
  normalizeDetails(line);
}
