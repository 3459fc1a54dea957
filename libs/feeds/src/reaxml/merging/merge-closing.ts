import { closingKind, normalizeDetails, setClosing, settleClosing, type ListingLine } from '@app/listings';
import { toInstant } from '@app/suburbs';
import type { LocalTimes } from '../mapping/listing-patch.js';

const isAuction = ({ authority, commercialAuthority }: ListingLine): boolean =>
  [authority, commercialAuthority].includes('auction');

const leavesAuction = (before: ListingLine, line: ListingLine): boolean =>
  isAuction(before) && !isAuction(line) && Boolean(line.authority || line.commercialAuthority);

/**
 * The closing date of a listing after an entry. The authority says what the date of `auction` is, and may come in an
 * earlier entry or a later one; `setSale` is an element of its own.
 */
export function mergeClosing(
  before: ListingLine | undefined,
  line: ListingLine,
  { auction, setSale }: LocalTimes,
  timeZone: string,
): void {
  const closing = line.details?.closing;
  const [was, is] = [before ? closingKind(before) : 'auction', closingKind(line)];
  // The date came in `auction`, as far as the authority could say.
  if (closing?.kind === was && was !== 'auction') {
    if (auction === undefined && is === 'auction') line.auctionDetails = closing.date ? { date: closing.date } : {};
    setClosing(line, auction === undefined && is !== 'auction' ? { ...closing, kind: is } : undefined);
  }
  // Sold otherwise now: the date was that of the auction that is no more.
  if (auction === undefined && before && leavesAuction(before, line)) line.auctionDetails = {};
  settleClosing(line);
  if (setSale) setClosing(line, { kind: 'setSale', date: toInstant(setSale, timeZone) });
  else if (setSale === null && line.details?.closing?.kind === 'setSale') setClosing(line, undefined);
  normalizeDetails(line);
}
