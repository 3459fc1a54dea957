import { publicForm, type Class } from '@app/schema';

/** The coordinates of the suburb of a listing; null when they are not known. */
export interface SuburbPlace {
  readonly suburbLatitude: number | null;
  readonly suburbLongitude: number | null;
}

/** What every representation of a listing has. */
interface Listing {
  readonly locationAccuracy?: string;
  readonly address: { readonly display: boolean };
}

/** A listing as the public sees it: where its address is hidden, it is where its suburb is. */
export function publicListing(type: Class, whole: string, place: Partial<SuburbPlace>): Listing {
  const listing = publicForm(type, JSON.parse(whole) as object) as unknown as Listing; // the text of a listing
  if (listing.address.display) return listing;
  // Whether the address has coordinates is hidden as well.
  const { locationAccuracy: _, ...others } = listing;
  const located = { ...others, address: { ...listing.address, ...coordinatesOf(place) } };
  return isKnown(place) ? { ...located, locationAccuracy: 'suburb' } : located;
}

const isKnown = ({ suburbLatitude, suburbLongitude }: Partial<SuburbPlace>): boolean =>
  typeof suburbLatitude === 'number' && typeof suburbLongitude === 'number';

const coordinatesOf = ({ suburbLatitude, suburbLongitude }: Partial<SuburbPlace>) => ({
  latitude: String(suburbLatitude ?? ''),
  longitude: String(suburbLongitude ?? ''),
});
