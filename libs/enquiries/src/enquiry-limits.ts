/** So many enquiries within so many hours. */
export interface EnquiryLimit {
  readonly most: number;
  readonly hours: number;
}

/** The limit of an address: more are refused. */
export const ADDRESS_LIMIT: EnquiryLimit = { most: 10, hours: 1 };

/** The limit of a listing: more are held. */
export const LISTING_LIMIT: EnquiryLimit = { most: 100, hours: 24 };
