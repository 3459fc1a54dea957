import { publicForm, type Class } from '@app/schema';
import type { LocationAccuracy } from '../dto/listing.kinds.js';

/** The coordinates of the suburb of a listing; null if unknown. */
export interface SuburbPlace {
  readonly suburbLatitude: number | null;
  readonly suburbLongitude: number | null;
}

/** The common members of all representations. */
interface Listing {
  readonly locationAccuracy?: LocationAccuracy;
  readonly address: { readonly display: boolean };
  readonly details?: { readonly suburbDisplay?: boolean };
}

/** A listing for the public: a hidden address is replaced by its suburb, with its coordinates, unless that is hidden as well. */
export function publicListing(type: Class, whole: string, place: Partial<SuburbPlace>): Listing {
  const listing = publicForm(type, JSON.parse(whole) as object) as unknown as Listing; // the text of a listing
  if (listing.address.display) return listing;
  // The existence of coordinates is hidden as well.
  const { locationAccuracy: _, ...others } = listing;
  const shown = listing.details?.suburbDisplay === false ? {} : place;
  const located = { ...others, address: { ...listing.address, ...coordinatesOf(shown) } };
  return isKnown(shown) ? { ...located, locationAccuracy: 'suburb' } : located;
}

const isKnown = ({ suburbLatitude, suburbLongitude }: Partial<SuburbPlace>): boolean =>
  typeof suburbLatitude === 'number' && typeof suburbLongitude === 'number';

const coordinatesOf = ({ suburbLatitude, suburbLongitude }: Partial<SuburbPlace>) => ({
  latitude: String(suburbLatitude ?? ''),
  longitude: String(suburbLongitude ?? ''),
});
