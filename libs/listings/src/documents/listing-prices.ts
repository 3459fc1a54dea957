import type { AmountRange } from './listing-details.fields.js';
import type { ListingLine } from './listing.line.js';
import { weeklyRent } from './rent-periods.js';

const isNone = (amount: number | undefined): boolean => amount === 0;
const isNoRange = (range: AmountRange | undefined): boolean => range?.max === 0;

/** Removes prices and rents of 0: none is given. */
export function settlePrices(line: ListingLine): void {
  const { price, commercialRent, soldDetails, details } = line;
  for (const priced of [price.rent, soldDetails, ...(details?.otherRents ?? []), ...(details?.businessLeases ?? [])])
    if (isNone(priced?.price)) delete priced?.price;
  for (const valued of [price, commercialRent]) if (isNone(valued?.value)) delete valued?.value;
  if (details && isNoRange(details.priceRange)) delete details.priceRange;
  if (details && isNoRange(details.rentPerSquareMetre)) delete details.rentPerSquareMetre;
  if (soldDetails && isNoRange(soldDetails.range)) delete soldDetails.range;
}

/** The amount that bounds, orders and counts use (D22). */
interface ComparedPrice {
  readonly amount: number | undefined;
  /** The upper end, if it is a range. */
  readonly upTo?: number | undefined;
  readonly isRent: boolean;
}

/** The ends of a range where there is no amount (B67). The rent of a rental, for a week; the rent of a commercial lease without a price; else the price. */
export function comparedPrice(line: ListingLine): ComparedPrice {
  const { listingType, commercialListingType, price, commercialRent, details } = line;
  const { min, max } = details?.priceRange ?? {};
  if (listingType === 'rental') {
    const { price: rent, period = '' } = price.rent ?? {};
    const weekly = (amount: number | undefined) => amount && weeklyRent(amount, period);
    return { ...between(weekly(rent), weekly(min), weekly(max)), isRent: true };
  }
  const isLease = listingType === 'commercial' && commercialListingType !== 'sale';
  if (isLease && price.value === undefined && !min) return { amount: commercialRent?.value, isRent: true };
  return { ...between(price.value, min, max), isRent: false };
}

/** An amount, else the ends of a range; a lower end of 0 is none. */
function between(amount: number | undefined, min: number | undefined, max = 0): Omit<ComparedPrice, 'isRent'> {
  if (amount !== undefined || !min) return { amount };
  return { amount: min, upTo: max > min ? max : undefined };
}
