import { fillShape, mergeShape } from '@app/fields';
import { ListingLine } from '@app/listings';
import type { FeedListing } from '../mapping/listing-patch.js';
import { toInstant } from '../values/zoned-time.js';
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
  const { agentID, uniqueID, listingType, status, modTime } = listing;
  const identity = { websiteID, agentID, uniqueID, listingType, status };
  const patch = Object.assign(withInstants(listing, timeZone), identity);
  const whole = current ? mergeShape(ListingLine, current as never, patch) : fillShape(ListingLine, patch);
  const line = whole as unknown as ListingLine; // of a line, a line
  delete line.updatedAt;
  line.modtime = modTime && toInstant(modTime, timeZone);
  if (current) follow(current, line, listing);
  else begin(line);
  return line;
}

/** What a new listing is although the entry doesn't say it. */
function begin(line: ListingLine): void {
  line.address = firstAddress(line.address);
  line.isOffMarket = line.status === 'offmarket';
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
