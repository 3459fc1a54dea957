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
  readonly isRent: boolean;
}

/** The lower end of a range where there is no amount (B67). The rent of a rental, for a week; the rent of a commercial lease without a price; else the price. */
export function comparedPrice(line: ListingLine): ComparedPrice {
  const { listingType, commercialListingType, price, commercialRent, details } = line;
  const least = details?.priceRange?.min || undefined;
  if (listingType === 'rental') {
    const { price: rent = least, period = '' } = price.rent ?? {};
    return { amount: rent === undefined ? undefined : weeklyRent(rent, period), isRent: true };
  }
  const isLease = listingType === 'commercial' && commercialListingType !== 'sale';
  const value = price.value ?? least;
  if (isLease && value === undefined) return { amount: commercialRent?.value, isRent: true };
  return { amount: value, isRent: false };
}
