import type { DatedListing, World } from './lines.js';

/** A count in the features. */
export const countOf = ({ features }: DatedListing, name: string): number | undefined =>
  features?.[name] as number | undefined; // a count, by its name

/** Car spaces: the given number, else the sum of garages, carports and open spaces (D21). */
export function carSpacesOf({ features = {} }: DatedListing): number | undefined {
  const { parkingSpaces, garages, carports, openSpaces } = features as Record<string, number | undefined>;
  if (parkingSpaces !== undefined) return parkingSpaces;
  if (garages === undefined && carports === undefined && openSpaces === undefined) return undefined;
  return (garages ?? 0) + (carports ?? 0) + (openSpaces ?? 0);
}

/** The details that filters and orders depend on. */
const detailsOf = (listing: { readonly [name: string]: unknown }) =>
  // The details of a line.
  (listing['details'] ?? {}) as { priceRange?: { min: number; max: number }; auctionOutcome?: { result?: string } };

/** The price that bounds and orders use (D22): a rent is converted to a week, and 0 means no price. */
export const priceOf = (listing: DatedListing): number | undefined => pricesOf(listing).from;

/** The same, and the upper end of a range (B67). */
export const priceUpTo = (listing: DatedListing): number | undefined => pricesOf(listing).to;

function pricesOf(listing: DatedListing) {
  const { min, max } = detailsOf(listing).priceRange ?? {};
  return min
    ? { from: amountOf(listing, min), to: amountOf(listing, max) }
    : { from: amountOf(listing), to: amountOf(listing) };
}

/** @param end the end of a range to use where there is no amount */
function amountOf({ listingType, commercialListingType, price, commercialRent }: DatedListing, end?: number) {
  if (listingType === 'rental') {
    const rent = price?.rent?.price || end;
    return rent ? weekly(rent, price?.rent?.period ?? '') : undefined;
  }
  const isLease = listingType === 'commercial' && commercialListingType !== 'sale';
  return price?.value || end || (isLease && commercialRent?.value) || undefined;
}

function weekly(rent: number, period: string): number {
  if (period === 'fortnightly') return rent / 2;
  if (period === 'monthly') return (rent * 12) / 52;
  return period === 'annual' ? rent / 52 : rent;
}

/** Whether the price that bounds use is a rent. */
export const isRent = ({ listingType, commercialListingType, price, ...others }: DatedListing): boolean =>
  listingType === 'rental' ||
  (listingType === 'commercial' &&
    commercialListingType !== 'sale' &&
    !price?.value &&
    !detailsOf(others).priceRange?.min);

/** Areas in square metres; 0 means unknown. */
export const landOf = ({ landDetails }: DatedListing): number | undefined => landDetails?.area?.value || undefined;
export const floorOf = ({ buildingDetails }: DatedListing): number | undefined =>
  buildingDetails?.area?.value || undefined;

/** The sale of a sold listing, as far as its agency shows it. */
export function saleOf({ status, soldDetails }: DatedListing): {
  price?: number | undefined;
  date?: string | undefined;
} {
  if (status !== 'sold') return {};
  const { price, date, display = 'yes' } = soldDetails ?? {};
  return { price: display === 'yes' && price ? price : undefined, date };
}

/** The date of an auction. With some authorities another field has the date. */
export function auctionOf(listing: DatedListing): string | undefined {
  const { listingType, auctionDetails, authority, commercialAuthority = '' } = listing;
  const isOther =
    authority === 'setsale' ||
    (listingType === 'commercial' && ['tender', 'EOI', 'offers'].includes(commercialAuthority));
  // An auction with a result is over.
  return isOther || detailsOf(listing).auctionOutcome?.result ? undefined : auctionDetails?.date;
}

/** A flag that is not a feature. */
const MEDIA: Readonly<Record<string, (listing: DatedListing) => boolean>> = {
  hasFloorplan: ({ documents }) => (documents as { type?: string }[]).some(({ type }) => type === 'floorplan'),
  hasVideo: ({ videoLinks }) => (videoLinks as string[]).length > 0,
  hasTour: ({ vrTourLink }) => (vrTourLink as string[]).length > 0,
};

/** Whether a listing has a feature or another flag. */
export const isFlagged = (listing: DatedListing, name: string, { reduced }: World): boolean =>
  name === 'priceReduced'
    ? reduced?.has(listing.id) === true
    : (MEDIA[name]?.(listing) ?? (listing.features?.[name] === true || hasFlag(listing, name)));

const hasFlag = (listing: DatedListing, name: string): boolean =>
  [listing, listing.ecoFriendly, listing['details']].some(
    (given) => new Map(Object.entries(given ?? {})).get(name) === true,
  );
