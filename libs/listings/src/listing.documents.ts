import { ListingAddress, slugify } from '@app/address';
import { defineDocuments } from '@app/documents';
import { sql } from '@app/sql';
import { listingLines, type ListingLineRow } from './listing.export.js';
import { ListingContent } from './listing.fields.js';
import type { ListingLine } from './listing.line.js';
import { normalizeLine, type NormalizedLine } from './listing.normalized.js';

/** The values that the database assigns before a listing's rows are made. */
export interface ListingIdentity {
  readonly id: number;
  readonly uid: string;
  readonly propertyId: number;
  readonly firstdate: string;
  readonly modtime: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The JSON texts of a listing, and the digest that tells whether they change. */
export function listingTexts({ line, content, address, digest }: NormalizedLine, identity: ListingIdentity) {
  const { id, uid, propertyId, firstdate, modtime, createdAt, updatedAt } = identity;
  const named = JSON.stringify({ _id: uid, id, propertyID: propertyId }).slice(1, -1);
  const dates = JSON.stringify({ firstdate, modtime, createdAt, updatedAt }).slice(1, -1);
  return {
    digest,
    address,
    document: `${named},${content},${dates}`,
    slugValues: slugValues(line),
    private: line.soldDetails ? { soldDetails: line.soldDetails } : {},
  };
}

/** The slugified values of the placeholders of slug templates (D29). */
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

/**
 * The stored texts of a listing, rebuilt by the present declarations. The digest is rebuilt only when the whole line is
 * given.
 */
export function renewedListing({ document, address, ...others }: StoredTexts & Partial<ListingLineRow>) {
  const row = { propertyUid: '', websiteID: 0, agents: [], private: {}, ...others, document, address };
  const line = JSON.parse(listingLines.line(row)) as ListingLine & Identified; // a stored line
  return listingTexts(normalizeLine(line), { ...line, uid: line._id, propertyId: line.propertyID });
}

type StoredTexts = Pick<ListingLineRow, 'document' | 'address'>;

/** The fields that every stored line has. */
type Identified = Required<
  Pick<ListingLine, 'id' | '_id' | 'propertyID' | 'firstdate' | 'modtime' | 'createdAt' | 'updatedAt'>
>;

/** The prebuilt documents of a listing. */
export const listingDocuments = defineDocuments<ListingLineRow>({
  table: 'listing_documents',
  key: 'listing_id',
  types: [ListingContent, ListingAddress],
  revision: 1,
  columns: { digest: 'text', address: 'text', document: 'text', slug_values: 'jsonb', private: 'jsonb' },
  source: {
    from: sql`listing_documents document
      JOIN listings listing ON listing.id = document.listing_id
      JOIN properties property ON property.id = listing.property_id`,
    alias: 'document',
    columns: listingLines.columns,
  },
  remake: (row) => {
    const { slugValues: slug_values, ...texts } = renewedListing(row);
    return { ...texts, slug_values };
  },
});
