import { addressKey, rederiveTexts, withTexts } from '@app/address';
import { ListingLine, normalizeDetails, normalizeFeedState } from '@app/listings';
import { applyDefaults, mergeFields } from '@app/schema';
import { placeKey, toInstant } from '@app/suburbs';
import { stateCode } from '../mapping/address.js';
import type { ListingPatch, FeedListing } from '../mapping/listing-patch.js';
import { asKind } from './leave-kind.js';
import { forgetReplacedIds, mergeItems } from './merge-items.js';
import { datedItems, mergeClosing, withInstants } from './merge-dates.js';
import { isOver } from '../values/status.js';
import { keyOf } from '../writing/revisions.js';

const EARLIEST = '1990-01-01T00:00:00.000Z';

/** The launch time of a listing: the time given by the agency if plausible, else now. */
function launchDate(modtime: string | undefined): string {
  const now = new Date().toISOString();
  return modtime !== undefined && modtime >= EARLIEST && modtime <= now ? modtime : now;
}

/** Whether a new listing with this status may not have been launched yet. */
export const isBeforeLaunch = (status: string): boolean => status === 'offmarket' || status === 'withdrawn';

const PAUSE_MS = 30 * 86_400_000;

/** Whether an ended listing is offered again after more than a pause, which starts a new campaign. */
const isRelaunch = (before: ListingLine, launched: string): boolean =>
  isOver(before.status) && Date.parse(launched) - Date.parse(before.modtime ?? launched) > PAUSE_MS;

/** Whether an entry contains a sale, which replaces the stored sale as a whole. */
const givesSale = ({ patch, times }: FeedListing): boolean =>
  patch.soldDetails !== undefined || times.sold !== undefined;

/** Whether an entry offers a listing again, after a failed or an old sale. */
const endsSale = (before: string, { status }: FeedListing): boolean => status === 'current' && before !== 'current';

/**
 * Whether an entry without `underOffer` ends an offer: the offer came from an earlier status, or the listing is sold,
 * leased, withdrawn, or offered again after a sale.
 */
const endsOffer = (before: ListingLine, status: string, entry: FeedListing): boolean =>
  entry.patch.underOffer === undefined &&
  (before.feed?.underOfferByStatus === true || isOver(entry.status) || (status === 'sold' && endsSale(status, entry)));

/** Whether an entry without `depositTaken` offers a rental again, which ends the deposit of the former lease. */
const endsLease = (before: string, entry: FeedListing): boolean =>
  before === 'leased' && endsSale(before, entry) && entry.patch.details?.depositTaken === undefined;

type Address = ListingLine['address'];

/** The address of a new listing. REAXML omits the country of Australian addresses, so it is set here. */
export const firstAddress = (address: Address, { address: given }: ListingPatch): Address =>
  withTexts({ ...address, country: given?.country ?? (stateCode(address.state) ? 'Australia' : '') });

/**
 * The address after a change: the texts made from its parts are rebuilt. If it is now a different address, its old
 * coordinates and its property are dropped.
 */
export function movedAddress(before: Address, after: Address, { address: given }: ListingPatch): Address {
  const address = rederiveTexts(before, after);
  if (!hasMoved(before, after)) return address;
  return { ...address, _id: '', latitude: given?.latitude ?? '', longitude: given?.longitude ?? '' };
}

/** An address without a street moves with its suburb. */
export const hasMoved = (before: Address, after: Address): boolean =>
  (addressKey(before) ?? placeKey(before)) !== (addressKey(after) ?? placeKey(after));

/** The listing's account, and the time zone of its suburb. */
interface FeedPlace {
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
  listing = { ...listing, items: datedItems(listing.items, timeZone) };
  const { uniqueID, listingType, modTime } = listing;
  const status = shownStatus(current, listing);
  // The spelling received first is kept.
  const agentID = current?.agentID ?? listing.agentID;
  const modtime = modTime ? toInstant(modTime, timeZone) : (givenModtime(current) ?? null);
  const given = { websiteID, agentID, uniqueID, listingType, status, modtime, updatedAt: null };
  const patch = Object.assign(withInstants(listing, timeZone), given);
  const before = current && asKind(current, listingType);
  const line = before ? changed(before, patch, listing) : created(patch, listing);
  mergeClosing(before, line, listing.times, timeZone);
  return line;
}

/** A hidden listing is off the market until an entry ends the hiding. */
function shownStatus(current: ListingLine | undefined, { status, patch: { feed } }: FeedListing): string {
  const isHidden = feed?.isHidden ?? current?.feed?.isHidden;
  return isHidden && status !== 'withdrawn' ? 'offmarket' : status;
}

/**
 * The time of the last change by the agency, if given. Otherwise both dates contain the time of the import, which must
 * not make later entries stale.
 */
export const givenModtime = (line: ListingLine | undefined): string | undefined =>
  line && line.modtime !== line.updatedAt ? line.modtime : undefined;

/** A new listing, with the defaults that a feed implies. */
function created(patch: object, { patch: given, items }: FeedListing): ListingLine {
  const line = applyDefaults(ListingLine, patch);
  line.address = firstAddress(line.address, given);
  settleAccuracy(line, given);
  line.isOffMarket = given.isOffMarket ?? line.status === 'offmarket';
  if (isBeforeLaunch(line.status)) line.feed = { ...line.feed, neverCurrent: true };
  if (line.status === 'current') launch(line);
  mergeItems(line, items);
  return normalized(line);
}

function changed(before: ListingLine, patch: object, listing: FeedListing): ListingLine {
  const base = givesSale(listing) || endsSale(before.status, listing) ? withoutSale(before) : before;
  const merged = mergeFields(ListingLine, base, patch);
  updateDependents(before, merged, listing);
  const line = applyDefaults(ListingLine, merged);
  forgetReplacedIds(line, listing.patch);
  mergeItems(line, listing.items);
  return normalized(line);
}

function withoutSale(line: ListingLine): ListingLine {
  const unsold = { ...line };
  delete unsold.soldDetails;
  return unsold;
}

function normalized(line: ListingLine): ListingLine {
  normalizeDetails(line);
  normalizeFeedState(line);
  return line;
}

/** Updates fields that depend on others changed by the entry. */
function updateDependents(before: ListingLine, line: ListingLine, listing: FeedListing): void {
  const { patch } = listing;
  if (hasMoved(before.address, line.address)) delete line.propertyID;
  line.address = movedAddress(before.address, line.address, patch);
  settleAccuracy(line, patch);
  // An export writes `House` for `house`.
  for (const name of ['category', 'landCategory', 'ruralCategory'] as const)
    if (keyOf(line[name]) === keyOf(before[name])) line[name] = before[name];
  // REAXML has one video only; other videos stay.
  const [video, ...others] = line.videoLinks;
  if (patch.videoLinks && video && others.length === 0 && before.videoLinks.includes(video))
    line.videoLinks = before.videoLinks;
  if (before.status !== line.status) updateOffMarketFlag(before, line, patch);
  if (line.status === 'current') launch(line, before);
  if (endsOffer(before, before.status, listing)) line.underOffer = false;
  if (line.details && endsLease(before.status, listing)) delete line.details.depositTaken;
  if (!patch.feed?.underOfferByStatus) line.feed = { ...line.feed, underOfferByStatus: false };
  settlePriceView(before, line, patch);
  if (patch.features && patch.features.parkingSpaces === undefined) updateParkingSpaces(before, line);
}

/** The words around a price are removed with the price: by the next price, or by another `priceView`. */
function settlePriceView(before: ListingLine, line: ListingLine, { price, feed }: ListingPatch): void {
  const isSaid = price?.priceView !== undefined;
  const isPriced = price?.value !== undefined || price?.rent?.price !== undefined;
  const isReplaced = isSaid ? price.priceView !== before.price.priceView : isPriced;
  if (feed?.viewFromWords || !before.feed?.viewFromWords || !isReplaced) return;
  line.feed = { ...line.feed, viewFromWords: false };
  if (!isSaid) line.price.priceView = '';
}

/** `firstdate` is set when a listing becomes current for the first time, and again with each new campaign. */
function launch(line: ListingLine, before?: ListingLine): void {
  const launched = launchDate(line.modtime);
  if (!line.feed?.neverCurrent && !(before && isRelaunch(before, launched))) return;
  line.feed = { ...line.feed, neverCurrent: false };
  line.firstdate = launched;
}

/** Coordinates given by an entry are exact. Without coordinates, the accuracy stays. */
function settleAccuracy(line: ListingLine, { address: given }: ListingPatch): void {
  const { latitude, longitude } = line.address;
  if (latitude === '' || longitude === '') delete line.locationAccuracy;
  else if (given?.latitude && given.longitude) line.locationAccuracy = 'exact';
}

/** The flag changes only when the listing leaves or returns to the market. */
function updateOffMarketFlag(before: ListingLine, line: ListingLine, { isOffMarket }: ListingPatch): void {
  if (line.status === 'offmarket') line.isOffMarket = true;
  else if (before.status === 'offmarket') line.isOffMarket = isOffMarket ?? false;
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

/** The line of a listing that a full feed does not name. A later entry with the same `modTime` may restore it. */
export function withdrawnLine(before: ListingLine): ListingLine {
  const patch = { status: 'withdrawn', underOffer: false, modtime: givenModtime(before) ?? null, updatedAt: null };
  return applyDefaults(ListingLine, mergeFields(ListingLine, before, patch));
}
