import { ListingAddress, slugify } from '@app/address';
import { defineDocuments } from '@app/documents';
import { hiddenIn, hidesData, keepUnknown, parseStored, publicForm, type Class, type Hideable } from '@app/schema';
import { sql } from '@app/sql';
import { listingLines, type ListingLineRow } from './listing.export.js';
import { ListingEntity } from '../entities/listing.entity.js';
import { ListingWordsEntity } from '../entities/listing-search.entity.js';
import { KEYWORDS } from '../words/listing-keywords.js';
import { listingWords } from '../words/listing-words.js';
import { ListingDocument } from '../dto/listing.fields.js';
import { StoredCard } from '../dto/listing-card.fields.js';
import { storedCard } from './listing-card.js';
import { saleMember } from './listing-closing.js';
import { type ListingDates, listingDays, listingRow } from './listing.columns.js';
import { FeedState, ListingLine, SoldDetails } from './listing.line.js';
import { normalizeLine, type NormalizedLine } from './listing.normalized.js';

/**
 * The JSON texts of a listing and their digest.
 * @param timeZone the time zone of the listing
 */
export function listingTexts(normalized: NormalizedLine, times: ListingDates, timeZone: string) {
  const { line, digest } = normalized;
  const { content, address } = extendedTexts(normalized);
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
    private: keptPrivate(line, normalized.stored?.private ?? {}),
  };
}

/** The texts of a line, with the members of the stored listing that this release does not declare (B81). */
function extendedTexts({ content, address, stored }: NormalizedLine): Pick<NormalizedLine, 'content' | 'address'> {
  if (!stored) return { content, address };
  const extended = (type: Class, before: string, after: string) => {
    const given = parseStored<object>(after);
    const kept = keepUnknown(type, parseStored(before), given);
    return kept === given ? after : JSON.stringify(kept);
  };
  return {
    content: extended(ListingDocument, `{${stored.document}}`, `{${content}}`).slice(1, -1),
    address: extended(ListingAddress, stored.address, address),
  };
}

/** Data that only the operator sees. */
function keptPrivate({ soldDetails, feed }: ListingLine, stored: PrivateData): PrivateData {
  const { soldDetails: sold = {}, feed: state = {}, ...unknown } = stored;
  return {
    ...unknown,
    ...(soldDetails && { soldDetails: keepUnknown(SoldDetails, sold, soldDetails) }),
    ...(feed && { feed: keepUnknown(FeedState, state, feed) }),
  };
}

type PrivateData = Pick<ListingLine, 'soldDetails' | 'feed'>;

const NOTHING: ReadonlySet<Hideable> = new Set();

/** The texts without the data that the listing hides; null if equal to the whole text (B73). */
function maskedTexts(line: ListingLine, whole: WholeTexts, times: ListingDates) {
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

const lineOfRow = (row: ListingLineRow) => parseStored<ListingLine & Identified>(listingLines.line(row));

/** The rows of a stored listing with the current declarations; a rebuild asks several times. */
function renewed(row: ListingLineRow) {
  const known = renewedRows.get(row);
  if (known) return known;
  const line = lineOfRow(row);
  const normalized = { ...normalizeLine(line), stored: row };
  const identity = { id: row.listingID, uid: row.listingUid, propertyId: 0, ...line };
  const listing = listingRow(normalized.line, identity, undefined, line.timeZone);
  const made = {
    listing,
    words: listingWords(normalized.line, listing),
    texts: listingTexts(normalized, line, line.timeZone),
  };
  renewedRows.set(row, made);
  return made;
}

const renewedRows = new WeakMap<ListingLineRow, RenewedRows>();

interface RenewedRows {
  readonly listing: ListingEntity;
  readonly words: string;
  readonly texts: ReturnType<typeof listingTexts>;
}

/** Columns of a listing that are not derived from its line. */
const GIVEN = new Set(['uid', 'propertyId', 'websiteId', 'suburbId', 'firstdate', 'modtime', 'createdAt', 'updatedAt']);

const derivedColumns = ({ listing }: RenewedRows): object =>
  Object.fromEntries(Object.entries(listing).filter(([name]) => !GIVEN.has(name)));

/** The fields that every stored line contains. */
type Identified = Required<Pick<ListingLine, 'firstdate' | 'modtime' | 'createdAt' | 'updatedAt' | 'timeZone'>>;

/** The prebuilt documents of a listing. */
export const listingDocuments = defineDocuments<ListingLineRow>({
  table: 'listing_documents',
  key: 'listing_id',
  types: [ListingDocument, StoredCard, ListingAddress],
  revision: 3,
  data: KEYWORDS,
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
    const { slugValues, maskedAddress, maskedDocument, maskedCard, ...texts } = renewed(row).texts;
    return {
      ...texts,
      slug_values: slugValues,
      masked_address: maskedAddress,
      masked_document: maskedDocument,
      masked_card: maskedCard,
    };
  },
  derived: [
    { entity: ListingEntity, of: (row) => derivedColumns(renewed(row)) },
    { entity: ListingWordsEntity, of: (row) => ({ listingId: row.listingID, words: renewed(row).words }) },
  ],
  lock: 'listings',
});
