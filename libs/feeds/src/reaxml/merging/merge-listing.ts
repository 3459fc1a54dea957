import { applyDefaults, mergeFields } from '@app/schema';
import { ListingLine, normalizeDetails } from '@app/listings';
import type { FeedListing } from '../mapping/listing-patch.js';
import { toInstant } from '../values/zoned-time.js';
import { asKind } from './leave-kind.js';
import { firstAddress, hasMoved, movedAddress } from './merge-address.js';
import { mergeFiles } from './merge-files.js';
import { withInstants } from './with-instants.js';

/** Whose listing it is, and the time zone of its suburb. */
export interface FeedPlace {
  readonly websiteID: number;
  readonly timeZone: string;
}

/**
 * The line of a listing after an entry of a feed: what the entry doesn't mention stays as it is, and is empty in a new
 * listing. Agents are left as they are: who they are is for the caller to find. `updatedAt` is left out, for it is now.
 */
export function mergeListing(
  current: ListingLine | undefined,
  listing: FeedListing,
  { websiteID, timeZone }: FeedPlace,
): ListingLine {
  const { uniqueID, listingType, status, modTime } = listing;
  // As it was spelled first.
  const agentID = current?.agentID ?? listing.agentID;
  const modtime = modTime ? toInstant(modTime, timeZone) : (saidModtime(current) ?? null);
  const said = { websiteID, agentID, uniqueID, listingType, status, modtime, updatedAt: null };
  const patch = Object.assign(withInstants(listing, timeZone), said);
  return current ? changed(asKind(current, listingType), patch, listing) : begun(patch, listing);
}

/**
 * When the agency last changed a listing, if it ever said so. Of one that says nothing the store says when it was written
 * here, in both dates: later entries are not too late for that.
 */
export const saidModtime = (line: ListingLine | undefined): string | undefined =>
  line && line.modtime !== line.updatedAt ? line.modtime : undefined;

/** A new listing, with what it is although the entry doesn't say it. */
function begun(patch: object, { patch: said }: FeedListing): ListingLine {
  const line = whole(patch);
  line.address = firstAddress(line.address, said);
  line.isOffMarket = said.isOffMarket ?? line.status === 'offmarket';
  return line;
}

function changed(before: ListingLine, patch: object, listing: FeedListing): ListingLine {
  const line = mergeFields(ListingLine, before as never, patch as never) as unknown as ListingLine; // of a line, a line
  follow(before, line, listing);
  return whole(line);
}

function whole(said: object): ListingLine {
  const line = applyDefaults(ListingLine, said as never) as unknown as ListingLine; // its leaves
  normalizeDetails(line);
  return line;
}

/** What follows from a change although the entry doesn't say it. */
function follow(before: ListingLine, line: ListingLine, { patch, fileSources }: FeedListing): void {
  if (hasMoved(before.address, line.address)) delete line.propertyID;
  line.address = movedAddress(before.address, line.address, patch);
  if (patch.documents) line.documents = mergeFiles(before.documents, line.documents, fileSources);
  // REAXML has room for one video.
  const [video, ...others] = line.videoLinks;
  if (video && others.length === 0 && before.videoLinks.includes(video)) line.videoLinks = before.videoLinks;
  if (before.status !== line.status) followStatus(before, line);
  if (patch.features && patch.features.parkingSpaces === undefined) followSpaces(before, line);
}

/** Only going off the market and coming back says something of the flag. */
function followStatus(before: ListingLine, line: ListingLine): void {
  if (line.status === 'offmarket') line.isOffMarket = true;
  else if (before.status === 'offmarket') line.isOffMarket = false;
}

/** Car spaces that were the sum of the others are so still (D21). */
function followSpaces(before: ListingLine, line: ListingLine): void {
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
