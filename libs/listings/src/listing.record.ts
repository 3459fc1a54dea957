import { createHash } from 'node:crypto';
import { addressOrder, ListingAddress, slugify, withTexts } from '@app/address';
import { fillShape, MAX_COUNT, parseInstant, pickFields } from '@app/fields';
import { localDay, timeZoneOf, type Place } from '@app/suburbs';
import type { ListingAgent } from './entities/listing-agent.entity.js';
import type { ListingDocument } from './entities/listing-document.entity.js';
import type { ListingInspection } from './entities/listing-inspection.entity.js';
import type { Listing } from './entities/listing.entity.js';
import { ListingContent } from './listing.fields.js';
import { ListingLine } from './listing.line.js';
import { FEATURE_FLAGS } from './listing-types.js';

/** What the store decides of a listing before its rows are made. */
export interface ListingIdentity {
  readonly id: number;
  readonly uid: string;
  readonly propertyId: number;
  readonly firstdate: string;
  readonly modtime: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The rows of one listing. */
export interface ListingRows {
  readonly listing: Listing;
  readonly document: ListingDocument;
  readonly agents: ListingAgent[];
  readonly inspections: ListingInspection[];
}

/** A line with every leaf in place and every instant in UTC; the same line makes the same text. */
export function settleLine(line: ListingLine): ListingLine {
  const said = { ...line, features: { ...line.features, parkingSpaces: carSpaces(line) } };
  const settled = fillShape(ListingLine, said) as unknown as ListingLine;
  settled.address = withTexts(settled.address);
  settleInstants(settled);
  settled.agents = [...new Map(settled.agents.map((agent) => [agent.id, agent])).values()];
  return settled;
}

/** Car spaces are garages, carports and open spaces together when they are not given (D21). */
function carSpaces({ features }: Partial<Pick<ListingLine, 'features'>>): number | undefined {
  if (typeof features?.parkingSpaces === 'number') return features.parkingSpaces;
  const parts = [features?.garages, features?.carports, features?.openSpaces];
  const given = parts.filter((spaces) => typeof spaces === 'number');
  return given.length === 0
    ? undefined
    : Math.min(
        MAX_COUNT,
        given.reduce((sum, spaces) => sum + spaces, 0),
      );
}

function settleInstants(line: ListingLine): void {
  const { auctionDetails, price, soldDetails } = line;
  if (auctionDetails.date) auctionDetails.date = parseInstant(auctionDetails.date);
  if (price.rent?.available) price.rent.available = parseInstant(price.rent.available);
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

/** What tells whether a settled line says anything new, apart from its identity and its dates. */
export function digestOf({ address, agents, soldDetails, ...line }: ListingLine): string {
  const said = [
    line.websiteID,
    pickFields(ListingContent, line),
    shownAddress(address),
    agents.map(({ id, profileVisibility }) => [id, profileVisibility]),
    soldDetails,
  ];
  return createHash('md5').update(JSON.stringify(said)).digest('base64url');
}

/** The rows of a settled line. */
export function listingRows(line: ListingLine, identity: ListingIdentity, place: Place | undefined): ListingRows {
  const { id } = identity;
  const zone = timeZoneOf(place, line.address.state);
  const inspections = line.inspectionTimes.map((time, position) => inspectionRow(time, id, position, zone));
  return {
    listing: listingRow(line, identity, place?.id ?? null, zone),
    document: documentRow(line, identity),
    agents: line.agents.map(({ id: agentId, profileVisibility }, position) => ({
      listingId: id,
      agentId,
      position,
      profileVisibility,
    })),
    inspections,
  };
}

function inspectionRow(
  { dateFrom, dateTo }: { dateFrom: string; dateTo: string },
  listingId: number,
  position: number,
  zone: string,
): ListingInspection {
  return {
    listingId,
    position,
    startsAt: dateFrom,
    endsAt: dateTo,
    firstDay: localDay(dateFrom, zone),
    lastDay: localDay(dateTo, zone),
  };
}

function listingRow(line: ListingLine, identity: ListingIdentity, suburbId: number | null, zone: string): Listing {
  const { address, features, price, auctionDetails, soldDetails } = line;
  const availableAt = price.rent?.available ?? null;
  const auctionAt = auctionDetails.date ?? null;
  const ends = line.inspectionTimes.map(({ dateTo }) => dateTo);
  const fold = (texts: string[]) => texts.map((text) => text.toLowerCase());
  return {
    ...identity,
    websiteId: line.websiteID,
    suburbId,
    availableAt,
    auctionAt,
    inspectionsUntil: ends.toSorted().at(-1) ?? null,
    availableDay: availableAt && localDay(availableAt, zone),
    auctionDay: auctionAt && localDay(auctionAt, zone),
    status: line.status,
    listingType: line.listingType,
    bedrooms: features.bedrooms ?? null,
    bathrooms: features.bathrooms ?? null,
    carSpaces: features.parkingSpaces ?? null,
    garages: features.garages ?? null,
    carports: features.carports ?? null,
    openSpaces: features.openSpaces ?? null,
    ensuite: features.ensuite ?? null,
    toilets: features.toilets ?? null,
    livingAreas: features.livingAreas ?? null,
    isOffMarket: line.isOffMarket,
    price: filteredPrice(line) ?? null,
    value: price.value ?? null,
    soldPrice: soldDetails?.price ?? null,
    rent: price.rent?.price ?? null,
    agentId: line.agentID,
    uniqueId: line.uniqueID,
    category: line.category.toLowerCase(),
    landCategory: line.landCategory.toLowerCase(),
    ruralCategory: line.ruralCategory.toLowerCase(),
    commercialListingType: line.commercialListingType,
    businessCategories: fold(line.businessCategory),
    commercialCategories: fold(line.commercialCategory),
    features: FEATURE_FLAGS.filter((flag) => (features as unknown as Record<string, unknown>)[flag] === true),
    street: address.street.toLowerCase(),
    fullAddress: address.fullAddress.toLowerCase(),
    addressOrder: addressOrder(address),
  };
}

/** The price that bounds and orders use (D22). */
function filteredPrice({ listingType, price, commercialRent }: ListingLine): number | undefined {
  if (listingType === 'rental') return price.rent?.price;
  if (listingType === 'commercial') return price.value ?? commercialRent?.value;
  return price.value;
}

function documentRow(line: ListingLine, identity: ListingIdentity): ListingDocument {
  const { id, uid, propertyId, ...dates } = identity;
  const content = pickFields(ListingContent, line);
  const document = JSON.stringify({ _id: uid, id, propertyID: propertyId, ...content, ...dates }).slice(1, -1);
  return {
    listingId: id,
    digest: digestOf(line),
    address: JSON.stringify(shownAddress(line.address)),
    document,
    slugValues: slugValues(line),
    private: line.soldDetails ? { soldDetails: line.soldDetails } : {},
  };
}

/** The address of a representation, without the property's `_id`. */
export const shownAddress = (address: ListingAddress): object => pickFields(ListingAddress, address);

/** The values of the slug template's placeholders, slugified (D29). */
function slugValues(line: ListingLine): Record<string, string> {
  const { category, landCategory, ruralCategory, commercialCategory, businessCategory, listingType, address } = line;
  const named =
    category || landCategory || ruralCategory || commercialCategory[0] || businessCategory[0] || listingType;
  return {
    category: slugify(named),
    'address.state': slugify(address.state),
    'address.suburb': slugify(address.suburb),
    uniqueID: slugify(line.uniqueID),
  };
}
