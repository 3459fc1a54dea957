import { addressOrder, addressText, degreesOf, searchedAddress, withEachType } from '@app/address';
import { fold } from '@app/lists';
import { hiddenIn } from '@app/schema';
import { localDay, type Place } from '@app/suburbs';
import type { ListingDays } from '../dto/listing-parts.fields.js';
import { bitsOfAll } from '../dto/listing.kinds.js';
import type { ListingEntity } from '../entities/listing.entity.js';
import { outcomeOf, saleOf } from './listing-closing.js';
import { mediaFlags } from './listing-card.js';
import { comparedPrice } from './listing-prices.js';
import { ListingLine } from './listing.line.js';

/** The dates of a line as days; undefined if it has none. */
export function listingDays(line: ListingLine, timeZone: string): ListingDays | undefined {
  const { price, auctionDetails, details } = line;
  const dayOf = (date: string | undefined) => (date === undefined ? undefined : localDay(date, timeZone));
  const days = {
    available: dayOf(price.rent?.available),
    auction: dayOf(auctionDetails.date),
    auctionOutcome: dayOf(details?.auctionOutcome?.date),
    closing: dayOf(details?.closing?.date),
    currentLeaseEnd: dayOf(details?.currentLeaseEndDate),
    sold: dayOf(saleOf(line)?.date),
  };
  return Object.values(days).some((known) => known !== undefined) ? days : undefined;
}

/** The dates of a listing, in UTC. */
export interface ListingDates {
  readonly firstdate: string;
  readonly modtime: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The values that the database assigns before the rows of a listing are built. */
export interface ListingIdentity extends ListingDates {
  readonly id: number;
  readonly uid: string;
  readonly propertyId: number;
}

/** The row of a listing: columns for filters and sorts. */
export function listingRow(
  line: ListingLine,
  identity: ListingIdentity,
  place: Place | undefined,
  zone: string,
): ListingEntity {
  const { address, features, price, auctionDetails, soldDetails, landDetails, buildingDetails, details } = line;
  const compared = comparedPrice(line);
  const sale = saleOf(line);
  const days = listingDays(line, zone);
  const hidden = hiddenIn(ListingLine, line);
  const ends = line.inspectionTimes.map(({ dateTo }) => dateTo);
  // Written out, because an object literal that begins with a spread is many times slower, and an import may create a
  // million.
  return {
    id: identity.id,
    uid: identity.uid,
    propertyId: identity.propertyId,
    firstdate: identity.firstdate,
    modtime: identity.modtime,
    createdAt: identity.createdAt,
    updatedAt: identity.updatedAt,
    websiteId: line.websiteID,
    suburbId: place?.id ?? null,
    availableAt: price.rent?.available ?? null,
    auctionAt: auctionDetails.date ?? null,
    inspectionsUntil: ends.toSorted().at(-1) ?? null,
    availableDay: days?.available ?? null,
    auctionDay: days?.auction ?? null,
    soldAt: sale?.date ?? null,
    soldDay: days?.sold ?? null,
    outcomeDay: days?.auctionOutcome ?? null,
    auctionOutcome: outcomeOf(details?.auctionOutcome?.result),
    shownSoldPrice: sale?.price ?? null,
    landArea: landDetails.area?.value || null,
    floorArea: buildingDetails.area?.value || null,
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
    hidesAddress: hidden.has('address'),
    hidesSuburb: hidden.has('suburb'),
    hidesPrice: hidden.has('price'),
    isHidden: line.feed?.isHidden ?? false,
    timeZone: zone,
    price: compared.amount ?? null,
    priceTo: compared.upTo ?? null,
    latitude: degreesOf(address.latitude),
    longitude: degreesOf(address.longitude),
    isCentre: isCentre(line, place),
    value: price.value ?? null,
    soldPrice: soldDetails?.price ?? null,
    rent: price.rent?.price ?? null,
    agentId: line.agentID,
    uniqueId: line.uniqueID,
    category: fold(line.category),
    landCategory: fold(line.landCategory),
    ruralCategory: fold(line.ruralCategory),
    commercialListingType: line.commercialListingType,
    businessCategories: line.businessCategory.map(fold),
    commercialCategories: line.commercialCategory.map(fold),
    flags: bitsOfAll([features, line.ecoFriendly, line, details ?? {}, mediaFlags(line)], compared.isRent),
    ...addressColumns({ ...address, fullAddress: searchedAddress(address) }),
    addressOrder: addressOrder(address),
  };
}

/** The texts that `street` and `address` search: as written, and each line in the forms that are compared. */
export const addressColumns = ({ street, fullAddress }: Pick<ListingLine['address'], 'street' | 'fullAddress'>) => ({
  street: searchedText(street),
  fullAddress: searchedText(fullAddress),
});

function searchedText(text: string): string {
  const forms = text.split('\n').flatMap((line) => [...new Set([line, withEachType(line)])].map(addressText));
  return text === '' ? '' : [fold(text), ...new Set(forms)].join('\n');
}

/**
 * Whether the coordinates are the centre of the suburb: as the line states, or else by comparison; null without
 * coordinates.
 */
export function isCentre({ address, locationAccuracy }: ListingLine, place: Place | undefined): boolean | null {
  const [latitude, longitude] = [degreesOf(address.latitude), degreesOf(address.longitude)];
  if (latitude === null || longitude === null) return null;
  if (locationAccuracy) return locationAccuracy === 'suburb';
  return latitude === place?.latitude && longitude === place.longitude;
}
