import { slugify } from '@app/address';

/** What names a suburb: the same name may stand in several states, and under several postcodes of one state. */
export interface SuburbKey {
  suburb: string;
  state: string;
  postcode: string;
}

/** The full name (D6): "Richmond VIC 3121". */
export function suburbName({ suburb, state, postcode }: SuburbKey): string {
  return `${suburb} ${state} ${postcode}`;
}

/** The slug (D6): "richmond-vic-3121". */
export function suburbSlug(key: SuburbKey): string {
  return slugify(suburbName(key));
}
