import { dayIn, fullSuburbOf, inPlaces, suburbOf, zoneOf } from './places.js';
import type { AccountLine, DatedListing, Query, World } from './lines.js';
import { isShownBy } from './listings.reading.js';
import { isRent, saleOf } from './listings.values.js';
import type { Placed } from './map.js';
import { LOCATION_NAMES } from './places.draws.js';
import { isTrue } from './texts.js';

/** The caller: the operator, the pair of an account, or a `public` pair (B72). */
export interface Viewer {
  readonly audience: 'clients' | 'public';
  readonly siteID?: number;
}

export const OPERATOR_VIEW: Viewer = { audience: 'clients' };

/** The position of an office: its coordinates, else the centre of its suburb (B76). */
export function officeOf(world: World, { address = {} }: AccountLine): Placed {
  if (address.latitude && address.longitude) return address;
  const { latitude, longitude } = suburbOf(world, address) ?? {};
  return latitude && longitude ? { latitude, longitude } : {};
}

function accuracyOf(world: World, account: AccountLine): string | undefined {
  const { latitude, longitude } = officeOf(world, account);
  if (!latitude || !longitude) return undefined;
  const centre = suburbOf(world, account.address ?? {});
  const isCentre = Number(centre?.latitude) === Number(latitude) && Number(centre?.longitude) === Number(longitude);
  return isCentre ? 'suburb' : 'exact';
}

/** Whether a caller sees an account: the public sees displayed ones, its own, its main account and its sub-accounts. */
export function isSeen({ accounts }: World, account: AccountLine, { audience, siteID }: Viewer): boolean {
  if (audience !== 'public') return true;
  const { websiteID, status = true, isDisplayToFrontEnd = false, subsiteDetails } = account;
  const mainID = accounts.find((one) => one.websiteID === siteID)?.subsiteDetails?.mainWebsiteID;
  const isRelated = siteID !== undefined && [websiteID, subsiteDetails?.mainWebsiteID].includes(siteID);
  return status && (isDisplayToFrontEnd || isRelated || websiteID === mainID);
}

/** The numbers of an owner of listings. */
export interface Counts {
  readonly sale: number;
  readonly rent: number;
  readonly sold12Months: number;
  readonly leased12Months: number;
  readonly medianSoldPrice?: number;
}

/** Listings on offer, and sales and leases of the last twelve months. */
interface Counted {
  readonly offers: readonly DatedListing[];
  readonly closings: readonly { readonly listing: DatedListing; readonly status: string }[];
}

const utcDay = (instant: string): string => new Date(instant).toISOString().slice(0, 10);

interface Closing {
  readonly status: string;
  readonly day: string;
}

const knownClosings = new WeakMap<World, Map<DatedListing, readonly Closing[]>>();

function closingsOf(listing: DatedListing, world: World): readonly Closing[] {
  const found = knownClosings.get(world) ?? new Map<DatedListing, readonly Closing[]>();
  knownClosings.set(world, found);
  const closings = found.get(listing) ?? readClosings(listing, world);
  found.set(listing, closings);
  return closings;
}

/** The sale of a listing that is sold now, and all its leases, by day of its time zone. */
function readClosings(listing: DatedListing, world: World): Closing[] {
  const { id, status, modtime, address } = listing;
  const changes = world.histories?.get(id) ?? [];
  const dayOf = (instant: string) => dayIn(zoneOf(world, address), instant);
  const latest = changes.at(-1)?.at ?? modtime;
  const { date } = saleOf(listing);
  // Of a lease that was there before the listing, the day is unknown.
  const days = changes.flatMap(({ was }, at) => (was === 'leased' && at > 0 ? dayOf(changes[at - 1]?.at ?? '') : []));
  if (status === 'leased') days.push(dayOf(latest));
  return [
    ...(status === 'sold' ? [{ status, day: dayOf(date ?? latest) }] : []),
    ...[...new Set(days)].map((day) => ({ status: 'leased', day })),
  ];
}

const DAY = 86_400_000;

/** The UTC day twelve months ago; that of a leap day is the last of February. */
function yearAgo(today: string): string {
  const [year = '', ...rest] = today.split('-');
  const day = [Number(year) - 1, ...rest].join('-');
  return day.endsWith('-02-29') ? day.replace('-29', '-28') : day;
}

const isHiddenHome = (listing: DatedListing): boolean =>
  (listing['feed'] as { isHidden?: boolean } | undefined)?.isHidden === true;

const hidesSuburb = (listing: DatedListing): boolean =>
  (listing['details'] as { suburbDisplay?: boolean } | undefined)?.suburbDisplay === false;

const hidesPrice = ({ price }: DatedListing): boolean => price?.display === false || price?.rent?.display === false;

/** Whether data that a listing hides is hidden from a caller. */
const isHiddenFrom = (listing: DatedListing, { audience, siteID }: Viewer, world: World): boolean =>
  audience === 'public' || (siteID !== undefined && !isShownBy(listing, siteID, world));

/** The listings that the answers to a query count. */
export function countedListings(world: World, query: Query, viewer: Viewer): Counted {
  const { listsIn, surroundingsuburb = '' } = query;
  const today = utcDay(new Date().toISOString());
  // A sale has the day of its place, which may be one day ahead.
  const tomorrow = utcDay(new Date(Date.parse(today) + DAY).toISOString());
  const isEnabled = (websiteID: number) =>
    world.accounts.some((account) => account.websiteID === websiteID && account.status !== false);
  const isPublic = viewer.audience === 'public';
  const isPlaced = listsIn === undefined ? undefined : inPlaces(world, listsIn, isTrue(surroundingsuburb));
  const placed = new Map<string, boolean>();
  const isIn = ({ address }: DatedListing): boolean => {
    const key = fullSuburbOf(address);
    const known = placed.get(key) ?? isPlaced?.(address) ?? true;
    placed.set(key, known);
    return known;
  };
  const seen = world.listings.filter(
    (listing) =>
      (!isPublic || isEnabled(listing.websiteID)) &&
      (isPublic || !isHiddenHome(listing) || !isHiddenFrom(listing, viewer, world)) &&
      (listsIn === undefined || (isIn(listing) && !(hidesSuburb(listing) && isHiddenFrom(listing, viewer, world)))),
  );
  const isOwn = (listing: DatedListing) => viewer.siteID !== undefined && isShownBy(listing, viewer.siteID, world);
  const closed = seen.filter(
    (listing) => !isPublic || (['current', 'sold', 'leased'].includes(listing.status) && isOwn(listing)),
  );
  return {
    offers: seen.filter(({ status }) => status === 'current'),
    closings: closed.flatMap((listing) =>
      closingsOf(listing, world)
        .filter(({ day }) => day > yearAgo(today) && day <= tomorrow)
        .map(({ status }) => ({ listing, status })),
    ),
  };
}

/** The median of at least three prices. */
function medianOf(prices: readonly number[]): number | undefined {
  if (prices.length < 3) return undefined;
  const sorted = prices.toSorted((one, other) => one - other);
  const [below = 0, above = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return Math.round(below + (above - below) / 2);
}

/** The numbers of an owner without listings. */
export const NO_COUNTS: Counts = { sale: 0, rent: 0, sold12Months: 0, leased12Months: 0 };

/** The numbers of the listings of an owner. */
export function countsOf(
  { offers, closings }: Counted,
  isOwned: (listing: DatedListing) => boolean,
  viewer: Viewer,
  world: World,
): Counts {
  const ownOffers = offers.filter(isOwned);
  const own = closings.filter(({ listing }) => isOwned(listing));
  const sold = own.filter(({ status }) => status === 'sold').map(({ listing }) => listing);
  const isPriced = (listing: DatedListing) => !(hidesPrice(listing) && isHiddenFrom(listing, viewer, world));
  const median = medianOf(
    sold.filter(isPriced).flatMap((listing) => {
      const { price = 0 } = saleOf(listing);
      return price >= 1_000 ? price : [];
    }),
  );
  const rent = ownOffers.filter(isRent).length;
  return {
    sale: ownOffers.length - rent,
    rent,
    sold12Months: sold.length,
    leased12Months: own.length - sold.length,
    ...(median !== undefined && { medianSoldPrice: median }),
  };
}

const MAP_NAMES = ['near', 'bbox', 'polygon'];
const ABOUT_PLACES = new Set([...LOCATION_NAMES, ...MAP_NAMES, 'listsIn']);

/** Whether the items of an answer have numbers (B76). */
export const hasCounts = (query: Query): boolean =>
  Object.keys(query).some((name) => ABOUT_PLACES.has(name)) || /^(listings|sales)-desc$/.test(query['sort'] ?? '');

/** What identifies an item, with the members that depend on the query. */
export const officeItem = (id: number, listingCounts?: Counts, locationAccuracy?: string): string => {
  const { sale, rent, sold12Months, leased12Months, medianSoldPrice } = listingCounts ?? {};
  return JSON.stringify([id, { sale, rent, sold12Months, leased12Months, medianSoldPrice }, locationAccuracy]);
};

/** The item of an account or an agent. @param account the office */
export const readItem = (world: World, query: Query, id: number, account: AccountLine, counts: Counts): string =>
  hasCounts(query) ? officeItem(id, counts, accuracyOf(world, account)) : officeItem(id);
