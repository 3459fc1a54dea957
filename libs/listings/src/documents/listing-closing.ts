import { applyDefaults } from '@app/schema';
import { ListingDetails } from '../dto/listing-details.fields.js';
import type { ClosingKind, ListingEvent } from '../dto/listing.kinds.js';
import type { ListingLine, SoldDetails } from './listing.line.js';

/** The visible part of a sale; undefined if nothing is visible. */
export function shownSale({
  price,
  date,
  display = 'yes',
}: SoldDetails): { price?: number; date?: string } | undefined {
  const told = display === 'yes' ? price : undefined;
  return told === undefined && date === undefined ? undefined : { price: told, date };
}

/** The visible part of the sale of a sold listing. */
export const saleOf = ({ status, soldDetails }: ListingLine) =>
  status === 'sold' && soldDetails ? shownSale(soldDetails) : undefined;

/** The last member of a document, with the sale; empty if nothing is visible. */
export function saleMember(sold: SoldDetails): string {
  const shown = shownSale(sold);
  return shown ? `,"soldDetails":${JSON.stringify(shown)}` : '';
}

/** A document without its last member, the sale. */
export function withoutSale(document: string, sold: SoldDetails): string {
  const member = saleMember(sold);
  return member !== '' && document.endsWith(member) ? document.slice(0, -member.length) : document;
}

/**
 * Authorities whose sale closes at a date without an auction, in lower-case letters only. Offers are treated as
 * expressions of interest.
 */
const KINDS: ReadonlyMap<string, ClosingKind> = new Map([
  ['setsale', 'setSale'],
  ['tender', 'tender'],
  ['eoi', 'eoi'],
  ['expressionofinterest', 'eoi'],
  ['expressionsofinterest', 'eoi'],
  ['offers', 'eoi'],
]);

const kindOf = (authority: string): ClosingKind | undefined =>
  KINDS.get(authority.toLowerCase().replace(/[^a-z]/g, ''));

/**
 * The meaning of the date in the element `auction`, by the authority; for a commercial property, the commercial
 * authority takes precedence. Without an authority it is an auction.
 */
export function closingKind({
  listingType,
  authority,
  commercialAuthority,
}: Pick<ListingLine, 'listingType' | 'authority' | 'commercialAuthority'>): ClosingKind {
  const commercial = listingType === 'commercial' ? kindOf(commercialAuthority) : undefined;
  return commercial ?? kindOf(authority) ?? 'auction';
}

/** The known result of an auction; a sale after the auction is one of the auction. */
export function outcomeOf(result = ''): ListingEvent | null {
  const words = result.toLowerCase();
  if (words.startsWith('sold')) return words.includes('prior') ? 'auction-sold-prior' : 'auction-sold';
  if (words.startsWith('passed')) return 'auction-passed-in';
  return words.startsWith('withdrawn') ? 'auction-withdrawn' : null;
}

const DAY_MS = 86_400_000;

/** An auction with a result is over, so its date becomes part of the result. An auction on a later day is a new one. */
function settleOutcome(line: ListingLine): void {
  const { date } = line.auctionDetails;
  const { auctionOutcome: outcome } = line.details ?? {};
  if (!date || !outcome?.result) return;
  if (outcome.date && Date.parse(date) - Date.parse(outcome.date) >= DAY_MS) return;
  line.auctionDetails = {};
  const { result, date: at = date, maxBid } = outcome;
  const auctionOutcome = { result, date: at, maxBid };
  line.details = applyDefaults(ListingDetails, { ...line.details, auctionOutcome });
}

/** Stores the date of an auction in `auctionDetails`, and any other closing date in `details.closing`. */
export function settleClosing(line: ListingLine): void {
  settleOutcome(line);
  const kind = closingKind(line);
  const { closing } = line.details ?? {};
  const { date } = line.auctionDetails;
  if (date && kind !== 'auction') {
    line.auctionDetails = {};
    setClosing(line, { kind, date });
  } else if (closing?.kind === 'auction' && closing.date && kind === 'auction') {
    line.auctionDetails = { date: date ?? closing.date };
    setClosing(line, undefined);
    settleOutcome(line);
  } else if (closing && !(closing.kind && closing.date)) setClosing(line, undefined);
}

/** Creates a new object, so that the keys keep their declared order. */
export function setClosing(line: ListingLine, closing: ListingDetails['closing']): void {
  line.details = applyDefaults(ListingDetails, { ...line.details, closing });
}
