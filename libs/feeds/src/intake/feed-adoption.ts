import { addressKey } from '@app/address';
import { findListingLines, type ListingLine } from '@app/listings';
import type { SqlExecutor } from '@app/sql';
import { mergeListing, type FeedListing } from '@app/reaxml';
import { suburbKeyAfter, type FeedPlaces } from './feed-places.js';
import { findAtAddresses, MOST_AT_ADDRESS, renameListings } from './feed-listings.repository.js';
import { isAlike, type NamedListings } from './feed-scope.js';

/** The account of the entries, and its listings that the feed names. */
interface Account {
  readonly websiteID: number;
  readonly places: FeedPlaces;
  readonly named: NamedListings;
}

/**
 * Lets entries without a listing take over the current listing at their address: with the same offer, not named by the
 * feed, and the only one. Returns the lines of these listings. Their suburbs must be loaded.
 *
 * @param entries with different identities
 */
export async function adoptListings(
  executor: SqlExecutor,
  entries: readonly FeedListing[],
  { websiteID, places, named }: Account,
): Promise<Map<FeedListing, ListingLine>> {
  const addresses = new Map(
    entries.flatMap((entry) => {
      const timeZone = places.timeZone(suburbKeyAfter(entry, undefined));
      const line = mergeListing(undefined, places.withReferenceSpelling(entry, undefined), { websiteID, timeZone });
      const { address } = line;
      const key = addressKey(address);
      // Several properties may be in a street.
      const hasNumber = /\d/.test(`${address.streetNumber}${address.lotNumber}${address.subNumber}${address.street}`);
      return key === undefined || !hasNumber ? [] : [[entry, key] as const];
    }),
  );
  const stored = await findAtAddresses(executor, new Set(addresses.values()));
  const taken = new Set<number>();
  const adopted = [...addresses].flatMap(([entry, key]) => {
    const all = stored.get(key) ?? [];
    const homes = all.filter(
      (home) =>
        home.websiteID === websiteID &&
        home.status === 'current' &&
        !named.has(home) &&
        named.mayTakeOver(home, entry) &&
        isAlike(home, entry),
    );
    const [home] = homes;
    if (!home || homes.length > 1 || all.length === MOST_AT_ADDRESS || taken.has(home.id)) return [];
    taken.add(home.id);
    named.addFormer(home);
    return [{ entry, home }];
  });
  if (adopted.length === 0) return new Map();
  const lines = await findListingLines(
    executor,
    adopted.map(({ home }) => home),
  );
  await renameListings(
    executor,
    adopted.map(({ entry: { agentID, uniqueID }, home: { id } }) => ({ id, agentID, uniqueID })),
  );
  const byId = new Map([...lines.values()].map((line) => [line.id, line]));
  return new Map(
    adopted.flatMap(({ entry, home }) => {
      const line = byId.get(home.id);
      // The dates of the two systems cannot be compared: without its own, no entry is late.
      return line ? [[entry, { ...line, agentID: entry.agentID, modtime: line.updatedAt }]] : [];
    }),
  );
}
