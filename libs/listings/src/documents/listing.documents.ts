import { ListingAddress, slugify } from '@app/address';
import { defineDocuments } from '@app/documents';
import { hiddenIn, hidesData, parseStored, publicForm, type Class, type Hideable } from '@app/schema';
import { sql } from '@app/sql';
import { localDay } from '@app/suburbs';
import { listingLines, type ListingLineRow } from './listing.export.js';
import { ListingDocument } from '../dto/listing.fields.js';
import type { ListingDays } from '../dto/listing-parts.fields.js';
import { StoredCard } from '../dto/listing-card.fields.js';
import { storedCard } from './listing-card.js';
import { saleMember, saleOf } from './listing-closing.js';
import { ListingLine } from './listing.line.js';
import { normalizeLine, type NormalizedLine } from './listing.normalized.js';

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

/** The dates of a listing, set by its agency or the service. */
interface ListingTimes {
  readonly firstdate: string;
  readonly modtime: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The values that the database assigns before the rows of a listing are built. */
export interface ListingIdentity extends ListingTimes {
  readonly id: number;
  readonly uid: string;
  readonly propertyId: number;
}

/**
 * The JSON texts of a listing and their digest.
 * @param timeZone the time zone of the listing
 */
export function listingTexts(
  { line, content, address, digest }: NormalizedLine,
  times: ListingTimes,
  timeZone: string,
) {
  const { firstdate, modtime, createdAt, updatedAt } = times;
  const days = listingDays(line, timeZone);
  const dates = JSON.stringify({ firstdate, modtime, createdAt, updatedAt, days }).slice(1, -1);
  const sale = line.status === 'sold' && line.soldDetails ? saleMember(line.soldDetails) : '';
  const document = `${content},${dates}${sale}`;
  const card = storedCard(line, NOTHING, times);
  return {
    digest,
    address,
    document,
    card,
    ...maskedTexts(line, { address, document, card }, times),
    slugValues: slugValuesOf(line),
    private: { ...(line.soldDetails && { soldDetails: line.soldDetails }), ...(line.feed && { feed: line.feed }) },
  };
}

const NOTHING: ReadonlySet<Hideable> = new Set();

/** The texts without the data that the listing hides; null if equal to the whole text (B73). */
function maskedTexts(line: ListingLine, whole: WholeTexts, times: ListingTimes) {
  if (!hidesData(ListingLine, line)) return { maskedAddress: null, maskedDocument: null, maskedCard: null };
  const hidden = hiddenIn(ListingLine, line);
  const form = (type: Class, text: string) => JSON.stringify(publicForm(type, parseStored(text), hidden));
  const unless = (same: string, text: string) => (text === same ? null : text);
  return {
    maskedAddress: hidden.has('address') ? form(ListingAddress, whole.address) : null,
    maskedDocument: unless(whole.document, form(ListingDocument, `{${whole.document}}`).slice(1, -1)),
    maskedCard: hidden.size > 0 ? unless(whole.card, storedCard(line, hidden, times)) : null,
  };
}

interface WholeTexts {
  readonly address: string;
  readonly document: string;
  readonly card: string;
}

/** The slugified values for the placeholders of slug templates (D29). */
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
  return listingTexts(normalizeLine(line), line, line.timeZone);
}

/** The fields that every stored line contains. */
type Identified = Required<Pick<ListingLine, 'firstdate' | 'modtime' | 'createdAt' | 'updatedAt' | 'timeZone'>>;

/** The prebuilt documents of a listing. */
export const listingDocuments = defineDocuments<ListingLineRow>({
  table: 'listing_documents',
  key: 'listing_id',
  types: [ListingDocument, StoredCard, ListingAddress],
  revision: 1,
  columns: {
    digest: 'text',
    address: 'text',
    document: 'text',
    card: 'text',
    masked_address: 'text',
    masked_document: 'text',
    masked_card: 'text',
    slug_values: 'jsonb',
    private: 'jsonb',
  },
  source: {
    from: sql`listing_documents document
      JOIN listings listing ON listing.id = document.listing_id
      JOIN properties property ON property.id = listing.property_id`,
    alias: 'document',
    columns: listingLines.columns,
  },
  remake: (row) => {
    const { slugValues, maskedAddress, maskedDocument, maskedCard, ...texts } = renewedTexts(row);
    return {
      ...texts,
      slug_values: slugValues,
      masked_address: maskedAddress,
      masked_document: maskedDocument,
      masked_card: maskedCard,
    };
  },
});
