import { fullSuburbOf, slugify } from '@app/address';

/** The data that an address takes from its suburb. */
export interface Place extends SuburbKey {
  readonly id: number;
  readonly timeZone: string;
  readonly gazetted: boolean;
  /** Decimal degrees of its centre. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Identifies a suburb: the same name may exist in several states, and with several postcodes in one state. */
export interface SuburbKey {
  suburb: string;
  state: string;
  postcode: string;
}

/** The full name (D6): "Richmond VIC 3121"; missing parts are omitted, as in the texts of addresses. */
export function suburbName(key: SuburbKey): string {
  return fullSuburbOf(key);
}

/** The slug (D6): "richmond-vic-3121". */
export function suburbSlug(key: SuburbKey): string {
  return slugify(suburbName(key));
}
