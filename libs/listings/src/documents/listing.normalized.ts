import { hash } from 'node:crypto';
import { ListingAddress, withTexts } from '@app/address';
import { applyDefaults, MAX_COUNT, parseInstant, pickFields } from '@app/schema';
import { settleClosing } from './listing-closing.js';
import { settlePrices } from './listing-prices.js';
import { ListingContent } from '../dto/listing.fields.js';
import { ListingLine, itemID, type FeedItemIDs, type FeedState } from './listing.line.js';
import { Features } from '../dto/listing-parts.fields.js';

/** Orders above this number are ignored. */
const MAX_ORDER = 1000;

/** Removes defaults from the feed state of a line, so that equal states are equal texts. */
export function normalizeFeedState(line: ListingLine): void {
  const { itemIDs, neverCurrent, isHidden, underOfferByStatus, viewFromWords } = line.feed ?? {};
  const ids = itemIDs && normalIds(itemIDs, line);
  const feed: FeedState = {
    ...(ids && { itemIDs: ids }),
    ...(neverCurrent && line.status !== 'current' && { neverCurrent }),
    ...(isHidden && (line.status === 'offmarket' || line.status === 'withdrawn') && { isHidden }),
    ...(underOfferByStatus && { underOfferByStatus }),
    ...(viewFromWords && line.price.priceView !== '' && { viewFromWords }),
  };
  if (Object.keys(feed).length > 0) line.feed = feed;
  else delete line.feed;
}

/** The ids that match the texts and differ from their positions. */
function normalIds(given: FeedItemIDs, line: ListingLine): FeedItemIDs | undefined {
  const texts = { ...line, highlights: line.details?.highlights ?? [] };
  const names = ['commercialCategory', 'businessCategory', 'externalLinks', 'videoLinks', 'highlights'] as const;
  const entries = names.flatMap((name) => {
    const ids = given[name];
    if (!ids || ids.length !== texts[name].length || new Set(ids).size !== ids.length) return [];
    if (!ids.every((id) => itemID.accepts(id)) || ids.every((id, at) => id === `${at + 1}`)) return [];
    return [[name, ids] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Removes repeated agents, and orders that equal the position in the list or do not exceed the previous one. */
function normalizeAgents(line: ListingLine): void {
  const distinct = [...new Map(line.agents.map((agent) => [agent.id, agent])).values()];
  let last = 0;
  line.agents = distinct.map(({ order, ...agent }, at) => {
    const own = order !== undefined && order > last && order <= MAX_ORDER ? order : Math.max(at, last) + 1;
    last = own;
    return own === at + 1 ? agent : { ...agent, order: own };
  });
}

/** A line prepared for writing; equal lines give equal texts. */
export interface NormalizedLine {
  /** All fields are set, and all instants are in UTC. */
  readonly line: ListingLine;
  /** JSON text of the data that every reader sees, without braces, identity and dates. */
  readonly content: string;
  /** JSON text of the address, without the property's `_id`. */
  readonly address: string;
  /** Equal digests mean equal data, apart from identity and dates. */
  readonly digest: string;
  /** The texts of the stored listing that the line replaces. */
  readonly stored?: StoredTexts;
}

/** The stored texts of a listing that a later release may have extended (B81). */
export interface StoredTexts {
  /** JSON without braces. */
  readonly document: string;
  readonly address: string;
  readonly private: object;
}

/** Normalizes a valid line. */
export const normalizeLine = (given: ListingLine): NormalizedLine => normalizeWhole(applyDefaults(ListingLine, given));

/** Normalizes, in place, a line that already has its defaults. */
export function normalizeWhole(line: ListingLine): NormalizedLine {
  line.address = withTexts(line.address);
  if (line.address.latitude === '' || line.address.longitude === '') delete line.locationAccuracy;
  normalizeAgents(line);
  settleCarSpaces(line);
  settlePrices(line);
  settleClosing(line);
  settleInstants(line);
  normalizeDetails(line);
  normalizeFeedState(line);
  const content = JSON.stringify(pickFields(ListingContent, line)).slice(1, -1);
  const address = JSON.stringify(pickFields(ListingAddress, line.address));
  return { line, content, address, digest: digestOf(line, content, address) };
}

/** The number of car spaces defaults to the sum of garages, carports and open spaces (D21). */
function settleCarSpaces(line: ListingLine): void {
  const { parkingSpaces, garages, carports, openSpaces } = line.features;
  const parts = [garages, carports, openSpaces].filter((spaces) => spaces !== undefined);
  if (parkingSpaces !== undefined || parts.length === 0) return;
  const sum = parts.reduce((total, spaces) => total + spaces, 0);
  // A new object, so that the keys keep their declared order.
  const features = { ...line.features, parkingSpaces: Math.min(MAX_COUNT, sum) };
  line.features = applyDefaults(Features, features);
}

function settleInstants(line: ListingLine): void {
  const { auctionDetails, details, price, soldDetails } = line;
  if (auctionDetails.date) auctionDetails.date = parseInstant(auctionDetails.date);
  if (price.rent?.available) price.rent.available = parseInstant(price.rent.available);
  if (details?.currentLeaseEndDate) details.currentLeaseEndDate = parseInstant(details.currentLeaseEndDate);
  if (details?.auctionOutcome?.date) details.auctionOutcome.date = parseInstant(details.auctionOutcome.date);
  if (details?.closing?.date) details.closing.date = parseInstant(details.closing.date);
  if (soldDetails?.date) soldDetails.date = parseInstant(soldDetails.date);
  for (const image of line.images) if (image.modtime) image.modtime = parseInstant(image.modtime);
  for (const time of line.inspectionTimes) {
    time.dateFrom = parseInstant(time.dateFrom) ?? time.dateFrom;
    time.dateTo = parseInstant(time.dateTo) ?? time.dateTo;
  }
  for (const name of ['firstdate', 'modtime', 'createdAt', 'updatedAt'] as const) {
    const given = line[name];
    if (given) line[name] = parseInstant(given);
  }
}

/** Removes empty values from a line's details, and the details if nothing is left. */
export function normalizeDetails(line: ListingLine): void {
  const details = line.details && withoutEmpty(line.details);
  if (details) line.details = details;
  else delete line.details;
}

/** The members of an object other than empty texts, lists and objects; undefined if there are none. */
function withoutEmpty<T extends object>(given: T): T | undefined {
  const said = Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const left = typeof value === 'object' && value !== null && !Array.isArray(value) ? withoutEmpty(value) : value;
    return left === undefined || left === '' || (Array.isArray(left) && left.length === 0) ? [] : [[name, left]];
  });
  return said.length === 0 ? undefined : (Object.fromEntries(said) as T); // a part of its own entries
}

/**
 * Optional data that most listings lack is left out of the digest when absent, so that digests of older versions stay
 * valid.
 */
function digestOf({ websiteID, agents, soldDetails, feed }: ListingLine, content: string, address: string): string {
  const linked = agents.map(({ id, profileVisibility, order }) => [id, profileVisibility, ...(order ? [order] : [])]);
  const rest = JSON.stringify([websiteID, linked, soldDetails, ...(feed ? [feed] : [])]);
  return hash('md5', `${rest}${address}${content}`, 'base64url');
}
