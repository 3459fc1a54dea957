import type { DatedListing } from './lines.js';

/** A count among the features. */
export const countOf = ({ features }: DatedListing, name: string): number | undefined =>
  features?.[name] as number | undefined; // a count, by its name

/** Car spaces: as given, else what there is of garages, carports and open spaces (D21). */
export function carSpacesOf({ features = {} }: DatedListing): number | undefined {
  const { parkingSpaces, garages, carports, openSpaces } = features as Record<string, number | undefined>;
  if (parkingSpaces !== undefined) return parkingSpaces;
  if (garages === undefined && carports === undefined && openSpaces === undefined) return undefined;
  return (garages ?? 0) + (carports ?? 0) + (openSpaces ?? 0);
}

/** The price that bounds and orders use (D22). */
export function priceOf({ listingType, commercialListingType, price, commercialRent }: DatedListing) {
  if (listingType === 'rental') return price?.rent?.price;
  const isLease = listingType === 'commercial' && commercialListingType !== 'sale';
  if (isLease && price?.value === undefined) return commercialRent?.value;
  return price?.value;
}
