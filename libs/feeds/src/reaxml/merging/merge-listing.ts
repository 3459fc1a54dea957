import { applyDefaults, mergeFields } from '@app/schema';
import { ListingLine, normalizeDetails } from '@app/listings';
import { toInstant } from '@app/suburbs';
import type { FeedListing, ListingPatch } from '../mapping/listing-patch.js';
import { asKind } from './leave-kind.js';
import { firstAddress, hasMoved, movedAddress } from './merge-address.js';
import { mergeFiles } from './merge-files.js';
import { withInstants } from './with-instants.js';

/** The listing's account, and the time zone of its suburb. */
export interface FeedPlace {
  readonly websiteID: number;
  readonly timeZone: string;
}

/**
 * The line of a listing after an entry of a feed: fields that the entry does not mention stay, and are empty in a new
 * listing. Agents are not changed; the caller matches them. `updatedAt` is left out because the write sets it.
 */
export function mergeListing(
  current: ListingLine | undefined,
  listing: FeedListing,
  { websiteID, timeZone }: FeedPlace,
): ListingLine {
  const { uniqueID, listingType, status, modTime } = listing;
  // The spelling received first is kept.
  const agentID = current?.agentID ?? listing.agentID;
  const modtime = modTime ? toInstant(modTime, timeZone) : (givenModtime(current) ?? null);
  const given = { websiteID, agentID, uniqueID, listingType, status, modtime, updatedAt: null };
  const patch = Object.assign(withInstants(listing, timeZone), given);
  return current ? changed(asKind(current, listingType), patch, listing) : created(patch, listing);
}

/**
 * When the agency last changed the listing, if it gave a time. A listing without one has the time of its import in both
 * dates; that must not make later entries stale.
 */
export const givenModtime = (line: ListingLine | undefined): string | undefined =>
  line && line.modtime !== line.updatedAt ? line.modtime : undefined;

/** A new listing, with the defaults that a feed implies. */
function created(patch: object, { patch: given }: FeedListing): ListingLine {
  const line = completed(patch);
  line.address = firstAddress(line.address, given);
  settleAccuracy(line, given);
  line.isOffMarket = given.isOffMarket ?? line.status === 'offmarket';
  return line;
}

function changed(before: ListingLine, patch: object, listing: FeedListing): ListingLine {
  const line = mergeFields(ListingLine, before as never, patch as never) as unknown as ListingLine; // merging into a line gives a line
  updateDependents(before, line, listing);
  return completed(line);
}

function completed(given: object): ListingLine {
  const line = applyDefaults(ListingLine, given as never) as unknown as ListingLine; // fields of a line
  normalizeDetails(line);
  return line;
}

/** Updates fields that depend on others changed by the entry. */
function updateDependents(before: ListingLine, line: ListingLine, { patch, fileSources }: FeedListing): void {
  if (hasMoved(before.address, line.address)) delete line.propertyID;
  line.address = movedAddress(before.address, line.address, patch);
  settleAccuracy(line, patch);
  if (patch.documents) line.documents = mergeFiles(before.documents, line.documents, fileSources);
  // REAXML has room for one video: the others stay.
  const [video, ...others] = line.videoLinks;
  if (video && others.length === 0 && before.videoLinks.includes(video)) line.videoLinks = before.videoLinks;
  if (before.status !== line.status) updateOffMarketFlag(before, line);
  if (patch.features && patch.features.parkingSpaces === undefined) updateParkingSpaces(before, line);
}

/** Coordinates that an entry gives are exact, unless it says otherwise; those that it does not mention stay what they are. */
function settleAccuracy(line: ListingLine, { address: given, locationAccuracy }: ListingPatch): void {
  const { latitude, longitude } = line.address;
  if (latitude === '' || longitude === '') delete line.locationAccuracy;
  else if (given?.latitude && given.longitude) line.locationAccuracy = locationAccuracy ?? 'exact';
}

/** The flag changes only when the listing leaves or returns to the market. */
function updateOffMarketFlag(before: ListingLine, line: ListingLine): void {
  if (line.status === 'offmarket') line.isOffMarket = true;
  else if (before.status === 'offmarket') line.isOffMarket = false;
}

/** If the total of car spaces was the sum of the kinds, it stays the sum (D21). */
function updateParkingSpaces(before: ListingLine, line: ListingLine): void {
  if (spacesOf(before) === before.features.parkingSpaces) line.features.parkingSpaces = spacesOf(line);
}

function spacesOf({ features: { garages, carports, openSpaces } }: ListingLine): number | undefined {
  const given = [garages, carports, openSpaces].filter((spaces) => spaces !== undefined);
  return given.length === 0
    ? undefined
    : Math.min(
        32_767,
        given.reduce((sum, spaces) => sum + spaces, 0),
      );
}
