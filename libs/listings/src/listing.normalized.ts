import { hash } from 'node:crypto';
import { ListingAddress, withTexts } from '@app/address';
import { applyDefaults, MAX_COUNT, parseInstant, pickFields } from '@app/schema';
import { ListingContent } from './listing.fields.js';
import { ListingLine } from './listing.line.js';
import { Features } from './listing-parts.fields.js';

/** A line made ready for the store; the same line makes the same texts. */
export interface NormalizedLine {
  /** With every leaf in place and every instant in UTC. */
  readonly line: ListingLine;
  /** JSON text of what every reader is shown, without braces, identity and dates. */
  readonly content: string;
  /** JSON text of the address, without the property's `_id`. */
  readonly address: string;
  /** Tells whether the line says anything new, apart from its identity and its dates. */
  readonly digest: string;
}

/** Makes a valid line ready. */
export const normalizeLine = (given: ListingLine): NormalizedLine =>
  normalizeWhole(applyDefaults(ListingLine, given as never) as unknown as ListingLine); // the names that it declares

/** The same of a line that `fillShape` has made, which becomes the settled one. */
export function normalizeWhole(line: ListingLine): NormalizedLine {
  line.address = withTexts(line.address);
  line.agents = [...new Map(line.agents.map((agent) => [agent.id, agent])).values()];
  settleCarSpaces(line);
  settleInstants(line);
  normalizeDetails(line);
  const content = JSON.stringify(pickFields(ListingContent, line)).slice(1, -1);
  const address = JSON.stringify(pickFields(ListingAddress, line.address));
  return { line, content, address, digest: digestOf(line, content, address) };
}

/** Car spaces are garages, carports and open spaces together when they are not given (D21). */
function settleCarSpaces(line: ListingLine): void {
  const { parkingSpaces, garages, carports, openSpaces } = line.features;
  const parts = [garages, carports, openSpaces].filter((spaces) => spaces !== undefined);
  if (parkingSpaces !== undefined || parts.length === 0) return;
  const sum = parts.reduce((total, spaces) => total + spaces, 0);
  // Filled anew, for the order of the keys.
  const features = { ...line.features, parkingSpaces: Math.min(MAX_COUNT, sum) };
  line.features = applyDefaults(Features, features) as unknown as Features;
}

function settleInstants(line: ListingLine): void {
  const { auctionDetails, details, price, soldDetails } = line;
  if (auctionDetails.date) auctionDetails.date = parseInstant(auctionDetails.date);
  if (price.rent?.available) price.rent.available = parseInstant(price.rent.available);
  if (details?.currentLeaseEndDate) details.currentLeaseEndDate = parseInstant(details.currentLeaseEndDate);
  if (details?.auctionOutcome?.date) details.auctionOutcome.date = parseInstant(details.auctionOutcome.date);
  if (soldDetails?.date) soldDetails.date = parseInstant(soldDetails.date);
  for (const time of line.inspectionTimes) {
    time.dateFrom = parseInstant(time.dateFrom) ?? time.dateFrom;
    time.dateTo = parseInstant(time.dateTo) ?? time.dateTo;
  }
  for (const name of ['firstdate', 'modtime', 'createdAt', 'updatedAt'] as const) {
    const given = line[name];
    if (given) line[name] = parseInstant(given);
  }
}

/** Leaves out what a line's details have empty, and the details where nothing is left. */
export function normalizeDetails(line: ListingLine): void {
  const details = line.details && withoutEmpty(line.details);
  if (details) line.details = details;
  else delete line.details;
}

/** Of an object, what says something: no empty text, list or object; undefined when nothing does. */
function withoutEmpty<T extends object>(given: T): T | undefined {
  const said = Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const left = typeof value === 'object' && value !== null && !Array.isArray(value) ? withoutEmpty(value) : value;
    return left === undefined || left === '' || (Array.isArray(left) && left.length === 0) ? [] : [[name, left]];
  });
  return said.length === 0 ? undefined : (Object.fromEntries(said) as T); // some of its own entries
}

function digestOf({ websiteID, agents, soldDetails }: ListingLine, content: string, address: string): string {
  const linked = agents.map(({ id, profileVisibility }) => [id, profileVisibility]);
  const rest = JSON.stringify([websiteID, linked, soldDetails]);
  return hash('md5', `${rest}${address}${content}`, 'base64url');
}
