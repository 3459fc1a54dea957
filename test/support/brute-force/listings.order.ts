import type { DatedListing, Query } from './lines.js';
import { byDistance } from './map.js';
import { auctionOf, landOf, priceOf, saleOf } from './listings.values.js';
import { byText, fold } from './texts.js';

type Order = (a: DatedListing, b: DatedListing) => number;

/** Compares ascending or descending; unknown values come last in both (D22, D23). */
const by =
  (valueOf: (listing: DatedListing) => number | string | undefined, direction: 1 | -1): Order =>
  (a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    return left === right ? 0 : direction * (left < right ? -1 : 1);
  };

const available = ({ price }: DatedListing) => price?.rent?.available;
const firstdate = (listing: DatedListing) => listing.firstdate;

/** The auction, unless it is over. */
function nextAuction(listing: DatedListing, now: number): string | undefined {
  const instant = auctionOf(listing);
  return instant !== undefined && Date.parse(instant) > now ? instant : undefined;
}

/** The start of the next inspection that has not ended. */
const inspection =
  (now: number) =>
  ({ inspectionTimes = [] }: DatedListing): string | undefined =>
    inspectionTimes
      .filter(({ dateTo }) => Date.parse(dateTo) > now)
      .map(({ dateFrom }) => dateFrom)
      .toSorted(byText)[0];

/** Compares digits as numbers, and the rest as text. */
function byNumbers(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => fold(text).match(/\d+|\D+/g) ?? []);
  for (let at = 0; ; at++) {
    const [one, other] = [left?.[at], right?.[at]];
    if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined);
    const difference = /^\d/.test(one) && /^\d/.test(other) ? Number(one) - Number(other) : byText(one, other);
    if (difference !== 0) return difference;
  }
}

/** Compares suburb, street, street number as a number, and sub-number (D23). */
export const alphabetical = (
  { address: a }: Pick<DatedListing, 'address'>,
  { address: b }: Pick<DatedListing, 'address'>,
): number =>
  byText(fold(a.suburb ?? ''), fold(b.suburb ?? '')) ||
  byText(fold(a.street ?? ''), fold(b.street ?? '')) ||
  byNumbers(a.streetNumber ?? '', b.streetNumber ?? '') ||
  byNumbers(a.subNumber ?? '', b.subNumber ?? '');

export const listingOrders = (now: number): Readonly<Record<string, Order>> => ({
  'auction-asc': by((listing) => nextAuction(listing, now), 1),
  'inspection-asc': by(inspection(now), 1),
  'land-desc': by(landOf, -1),
  'sold-asc': by((listing) => saleOf(listing).date, 1),
  'sold-desc': by((listing) => saleOf(listing).date, -1),
  'available-asc': by(available, 1),
  'available-desc': by(available, -1),
  alphabetical,
  id: () => 0,
  newest: by(firstdate, -1),
  oldest: by(firstdate, 1),
  'price-asc': by(priceOf, 1),
  'price-desc': by(priceOf, -1),
  updated: by(({ updatedAt }) => updatedAt, -1),
});

/** Sorts in an order of the list; ties by id (D7). */
export function sortedListings(
  listings: readonly DatedListing[],
  { sort = 'newest', near }: Query,
  now: number,
): DatedListing[] {
  const distance = byDistance(near);
  const order =
    sort === 'distance'
      ? (a: DatedListing, b: DatedListing) => distance(a.address, b.address)
      : listingOrders(now)[sort];
  if (!order) throw new RangeError(`No such order: ${sort}`);
  return listings.toSorted((a, b) => order(a, b) || a.id - b.id);
}
