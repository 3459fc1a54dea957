import { fullSuburbOf, slugify } from '@app/address';

/** What names a suburb: the same name may stand in several states, and under several postcodes of one state. */
export interface SuburbKey {
  suburb: string;
  state: string;
  postcode: string;
}

/** The full name (D6): "Richmond VIC 3121"; parts that are missing are left out, as in the addresses that name it. */
export function suburbName(key: SuburbKey): string {
  return fullSuburbOf(key);
}

/** The slug (D6): "richmond-vic-3121". */
export function suburbSlug(key: SuburbKey): string {
  return slugify(suburbName(key));
}
