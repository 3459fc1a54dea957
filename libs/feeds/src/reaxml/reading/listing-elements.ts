/** The listing type of each listing element. */
const LISTING_ELEMENTS = {
  residential: 'residential',
  rental: 'rental',
  holidayrental: 'rental',
  land: 'land',
  rural: 'rural',
  commercial: 'commercial',
  commercialland: 'commercial',
  business: 'business',
} as const;

export type FeedListingType = (typeof LISTING_ELEMENTS)[keyof typeof LISTING_ELEMENTS];

const byKey: ReadonlyMap<string, FeedListingType> = new Map(Object.entries(LISTING_ELEMENTS));

/** The listing type of an element; undefined for other elements. */
export const listingTypeOf = (name: string): FeedListingType | undefined => byKey.get(name.toLowerCase());

export const isListingElement = (name: string): boolean => listingTypeOf(name) !== undefined;
