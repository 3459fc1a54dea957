import { representationOf } from '@app/documents';
import { hiddenIn } from '@app/schema';
import { localDay, timeZoneOf, type Place } from '@app/suburbs';
import type {
  ListingAgentEntity,
  ListingDocumentEntity,
  ListingInspectionEntity,
  ListingEntity,
} from '../entities/listing.entity.js';
import { type ListingIdentity, listingRow } from './listing.columns.js';
import { listingDocuments, listingTexts } from './listing.documents.js';
import type { ListingWordsEntity } from '../entities/listing-search.entity.js';
import { listingWords } from '../words/listing-words.js';
import { ListingLine } from './listing.line.js';
import type { NormalizedLine } from './listing.normalized.js';

/** The rows of a listing. */
export interface ListingRows {
  readonly listing: ListingEntity;
  readonly document: ListingDocumentEntity;
  readonly words: ListingWordsEntity;
  readonly agents: ListingAgentEntity[];
  readonly inspections: ListingInspectionEntity[];
}

/** The rows of a normalized line. */
export function listingRows(
  normalized: NormalizedLine,
  identity: ListingIdentity,
  place: Place | undefined,
): ListingRows {
  const { line } = normalized;
  const { id } = identity;
  const hidden = hiddenIn(ListingLine, line);
  // The exact time zone could reveal a hidden suburb (B72).
  const zone = hidden.has('suburb')
    ? timeZoneOf(undefined, { ...line.address, suburb: '', postcode: '' })
    : timeZoneOf(place, line.address);
  const inspections = line.inspectionTimes.map((time, position) => inspectionRow(time, id, position, zone));
  const listing = listingRow(line, identity, place, zone);
  return {
    listing,
    words: { listingId: id, words: listingWords(line, listing) },
    document: {
      listingId: id,
      ...listingTexts(normalized, identity, zone),
      representation: representationOf(listingDocuments),
    },
    agents: line.agents.map(({ id: agentId, profileVisibility, order }, at) => ({
      listingId: id,
      agentId,
      position: (order ?? at + 1) - 1,
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
): ListingInspectionEntity {
  return {
    listingId,
    position,
    startsAt: dateFrom,
    endsAt: dateTo,
    firstDay: localDay(dateFrom, zone),
    lastDay: localDay(dateTo, zone),
  };
}
