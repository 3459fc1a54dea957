import { ListingAddress, slugify } from '@app/address';
import { defineDocuments } from '@app/documents';
import { parseStored, hiddenIn } from '@app/schema';
import { sql } from '@app/sql';
import { timeZoneOf, localDay } from '@app/suburbs';
import { listingLines, type ListingLineRow } from './listing.export.js';
import { StoredListingFields } from '../dto/listing.fields.js';
import { ListingSale, type ListingDays } from '../dto/listing-parts.fields.js';
import { saleMember, saleOf } from './listing-closing.js';
import { ListingLine } from './listing.line.js';
import { normalizeLine, type NormalizedLine } from './listing.normalized.js';

/** The days of the dates of a line; undefined without any. */
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

/** The values that the database assigns before the rows of a listing are built. */
export interface ListingIdentity {
  readonly id: number;
  readonly uid: string;
  readonly propertyId: number;
  readonly firstdate: string;
  readonly modtime: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * The JSON texts of a listing, and their digest.
 *
 * @param timeZone of the listing
 */
export function listingTexts(
  { line, content, address, digest }: NormalizedLine,
  identity: ListingIdentity,
  timeZone: string,
) {
  const { id, uid, propertyId, firstdate, modtime, createdAt, updatedAt } = identity;
  const named = JSON.stringify({ _id: uid, id, propertyID: propertyId }).slice(1, -1);
  const days = listingDays(line, timeZone);
  const times = JSON.stringify({ firstdate, modtime, createdAt, updatedAt, days, timeZone }).slice(1, -1);
  const sale = line.status === 'sold' && line.soldDetails ? saleMember(line.soldDetails) : '';
  return {
    digest,
    address,
    document: `${named},${content},${times}${sale}`,
    slugValues: slugValuesOf(line),
    private: { ...(line.soldDetails && { soldDetails: line.soldDetails }), ...(line.feed && { feed: line.feed }) },
  };
}

/** The slugified values of the placeholders of slug templates (D29). */
function slugValuesOf(line: ListingLine): Record<string, string> {
  const { category, landCategory, ruralCategory, commercialCategory, businessCategory, listingType, address } = line;
  const hidesSuburb = hiddenIn(ListingLine, line).has('suburb');
  const named =
    category || landCategory || ruralCategory || commercialCategory[0] || businessCategory[0] || listingType;
  return {
    category: slugify(named),
    'address.state': slugify(address.state),
    'address.suburb': hidesSuburb ? '' : slugify(address.suburb),
    uniqueID: slugify(line.uniqueID),
  };
}

/** The texts of a stored listing, rebuilt with the current declarations. */
function renewedTexts(row: ListingLineRow) {
  const line = parseStored<ListingLine & Identified>(listingLines.line(row));
  const timeZone = line.timeZone ?? timeZoneOf(undefined, line.address);
  const identity: ListingIdentity = { ...line, uid: line._id, propertyId: line.propertyID };
  return listingTexts(normalizeLine(line), identity, timeZone);
}

/** The fields that every stored line has. */
type Identified = Required<
  Pick<ListingLine, 'id' | '_id' | 'propertyID' | 'firstdate' | 'modtime' | 'createdAt' | 'updatedAt'>
>;

/** The prebuilt documents of a listing. */
export const listingDocuments = defineDocuments<ListingLineRow>({
  table: 'listing_documents',
  key: 'listing_id',
  types: [StoredListingFields, ListingSale, ListingAddress],
  revision: 2,
  columns: { digest: 'text', address: 'text', document: 'text', slug_values: 'jsonb', private: 'jsonb' },
  source: {
    from: sql`listing_documents document
      JOIN listings listing ON listing.id = document.listing_id
      JOIN properties property ON property.id = listing.property_id`,
    alias: 'document',
    columns: listingLines.columns,
  },
  remake: (row) => {
    const { slugValues: slug_values, ...texts } = renewedTexts(row);
    return { ...texts, slug_values };
  },
});
