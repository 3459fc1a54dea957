import { withoutSuburb } from '@app/address';
import type { ListingLine } from '@app/listings';
import type { SqlExecutor } from '@app/sql';
import { findReference, placeKey, timeZoneOf, type ReferencePlace } from '@app/suburbs';
import type { FeedNote, FeedListing } from '@app/reaxml';

type Key = Pick<ListingLine['address'], 'suburb' | 'state' | 'postcode'>;

/** Limit of the cache: more than the suburbs of any country. */
const MAX_CACHED = 50_000;

const PARTS = ['suburb', 'state', 'postcode'] as const;

/** Suburb key of a listing after an entry: the entry's suburb, else the stored one. */
export const suburbKeyAfter = ({ patch }: FeedListing, before: ListingLine | undefined): Key => {
  const part = (name: (typeof PARTS)[number]) => patch.address?.[name] ?? before?.address[name] ?? '';
  return { suburb: part('suburb'), state: part('state'), postcode: part('postcode') };
};

/** The suburb reference for the suburbs of a feed; each is queried once. */
export class FeedPlaces {
  private readonly cached = new Map<string, ReferencePlace | undefined>();

  /** Queries the suburbs that are not cached yet. */
  async load(executor: SqlExecutor, keys: readonly Key[]): Promise<void> {
    if (this.cached.size > MAX_CACHED) this.cached.clear();
    const wanted = new Map(keys.filter(({ suburb }) => suburb !== '').map((key) => [placeKey(key), key]));
    const unknown = [...wanted.values()].filter((key) => !this.cached.has(placeKey(key)));
    if (unknown.length === 0) return;
    for (const [key, place] of await findReference(executor, unknown)) this.cached.set(key, place);
  }

  of(key: Key): ReferencePlace | undefined {
    return this.cached.get(placeKey(key));
  }

  timeZone(key: Key): string {
    return timeZoneOf(this.of(key), key);
  }

  /**
   * The entry with its suburb in the spelling of the reference, and not at the end of the street; without a reference,
   * an entry that names the stored suburb keeps the stored spelling.
   */
  withReferenceSpelling(listing: FeedListing, before: ListingLine | undefined): FeedListing {
    const key = suburbKeyAfter(listing, before);
    if (!listing.patch.address?.suburb) return listing;
    const held = before && placeKey(before.address) === placeKey(key) ? before.address : undefined;
    const { suburb, state, postcode } = this.of(key) ?? held ?? key;
    const street = withoutSuburb(listing.patch.address.street ?? '', { suburb, state, postcode });
    const address = { ...listing.patch.address, street, suburb, state, postcode };
    return { ...listing, patch: { ...listing.patch, address } };
  }

  /** The line with the centre of its suburb, if the suburb is new and no coordinates were given. */
  withCentre(line: ListingLine, key: Key): ListingLine {
    const { address } = line;
    const place = this.of(key);
    if (line.propertyID || address.latitude || address.longitude || !hasCentre(place)) return line;
    return {
      ...line,
      locationAccuracy: 'suburb',
      address: { ...address, latitude: String(place.latitude), longitude: String(place.longitude) },
    };
  }

  /** Notes about the suburb that an entry names. */
  notes(listing: FeedListing, key: Key): FeedNote[] {
    if (!listing.patch.address?.suburb || this.of(key)) return [];
    const name = [key.suburb, key.state, key.postcode].filter(Boolean).join(' ').slice(0, 200);
    return [
      {
        ...listing.suburb,
        element: 'suburb',
        problem: `"${name}" is not in the reference`,
        done: 'kept, without a region',
      },
    ];
  }
}

export const hasCentre = (
  place: ReferencePlace | undefined,
): place is ReferencePlace & { latitude: number; longitude: number } =>
  place !== undefined && place.latitude !== null && place.longitude !== null;
