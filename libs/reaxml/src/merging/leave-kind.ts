import { mergeFields } from '@app/schema';
import { ListingLine } from '@app/listings';
import { valueAt, type FeedListing } from '../mapping/listing-patch.js';

type Kind = FeedListing['listingType'];
type Tree = Record<string, unknown>;

const SOLD: readonly Kind[] = ['residential', 'land', 'rural', 'commercial', 'business'];

/** Fields that only some kinds of listing have. All other fields belong to the property, or to every kind. */
const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  'price.value': SOLD,
  'price.rent': ['rental'],
  soldDetails: SOLD,
  underOffer: SOLD,
  'auctionDetails.date': ['residential', 'land', 'rural', 'commercial'],
  'details.closing': ['residential', 'land', 'rural', 'commercial'],
  authority: ['residential', 'land', 'rural', 'commercial'],
  category: ['residential', 'rental'],
  landCategory: ['land'],
  ruralCategory: ['rural'],
  ruralFeatures: ['rural'],
  commercialCategory: ['commercial'],
  commercialAuthority: ['commercial'],
  commercialRent: ['commercial'],
  tenancy: ['commercial'],
  outgoings: ['commercial'],
  exclusivity: ['commercial', 'business'],
  commercialListingType: ['commercial', 'business'],
  businessCategory: ['business'],
  'details.auctionOutcome': SOLD,
  'details.bond': ['rental'],
  'details.depositTaken': ['rental'],
  'details.otherRents': ['rental'],
  'details.holiday': ['rental'],
  'details.availabilityLink': ['rental'],
  'details.rentPerSquareMetre': ['commercial'],
  'details.plusOutgoings': ['commercial'],
  'details.outgoingsPeriod': ['commercial'],
  'details.commercialLand': ['commercial'],
  'details.businessSubCategory': ['business'],
  'details.businessLeases': ['business'],
  'details.franchise': ['business'],
  'details.takings': ['business'],
};

/** The wording of the price is removed with the price: "Offers over $900,000" is not a rent. */
const PRICE_WORDING = ['price.priceView', 'price.display', 'details.priceRange'];

/**
 * A stored listing prepared for a change of kind: without the fields of the old kind only. The entry is merged into the
 * result.
 */
export function asKind(before: ListingLine, kind: Kind): ListingLine {
  if (before.listingType === kind) return before;
  const patch: Tree = {};
  for (const path of lostPathsOf(before, kind)) {
    const [first = '', second] = path.split('.');
    // only an object has a second step
    patch[first] = second === undefined ? null : { ...(patch[first] as Tree | undefined), [second]: null };
  }
  return mergeFields(ListingLine, before, patch);
}

function lostPathsOf({ listingType }: ListingLine, kind: Kind): string[] {
  const paths = Object.keys(KINDS).filter((path) => !KINDS[path]?.includes(kind));
  const wasSold = SOLD.some((one) => one === listingType);
  return wasSold === SOLD.includes(kind) ? paths : [...paths, ...PRICE_WORDING];
}

/** The paths of the fields that a listing lost when its kind changed. */
export function lostPaths(before: ListingLine, after: ListingLine): string[] {
  const paths = [...Object.keys(KINDS), ...PRICE_WORDING];
  return paths.filter((path) => !isEmpty(valueAt(before, path)) && isEmpty(valueAt(after, path)));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0);
