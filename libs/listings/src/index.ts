export { CurrentListingEntity } from './entities/current-listing.entity.js';
export { DeletedListingEntity } from './entities/deleted-listing.entity.js';
export { ListingAgentEntity } from './entities/listing-agent.entity.js';
export { ListingDocumentEntity } from './entities/listing-document.entity.js';
export { ListingHistoryEntity } from './entities/listing-history.entity.js';
export { PropertyHistoryEntry } from './history/listing-history.fields.js';
export { ListingHistories } from './history/listing-histories.repository.js';
export { type ReadListing } from './history/listing-history.presenter.js';
export { ListingWordsEntity } from './entities/listing-words.entity.js';
export { accuracyOf } from './listing-accuracy.reads.js';
export { wordsToFind } from './words-to-find.js';
export { isCentre } from './listing.record.js';
export { locationAccuracy, type LocationAccuracy } from './listing.kinds.js';
export { ListingInspectionEntity } from './entities/listing-inspection.entity.js';
export { ListingEntity } from './entities/listing.entity.js';
export { ListingItem, PropertyItemListing, PropertyListing } from './listing.fields.js';
export { findDeletions, saveDeletions, type Deletion } from './listing-deletions.repository.js';
export { findListingLines, listingLines, type ListingLineRow } from './listing.export.js';
export { listingExport, ListingsExportQuery } from './listings.export.js';
export { ExportedListing } from './exported-listing.fields.js';
export { keyRows, listingKey, type ListingKey } from './listing-keys.repository.js';
export { closingKind, setClosing, settleClosing } from './listing-closing.js';
export { ListingDetails } from './listing-details.fields.js';
export { normalizeFeedState } from './listing-feed.js';
export { ListingLine } from './listing.line.js';
export { presentPropertyListing, type ListedRow, type WholeListingRow } from './listing.presenter.js';
export { listingItem, presentItems } from './listing-items.js';
export { ListingCard } from './listing-card.fields.js';
export {
  accountJoin,
  agentsJoin,
  itemColumns,
  listingJoins,
  placeJoin,
  singleColumns,
  suburbPlace,
  textJoins,
} from './listing.reads.js';
export { agentsOf, ofCurrentListings } from './listing.dependencies.js';
export { listingRows, type ListingRows } from './listing.record.js';
export { normalizeDetails, normalizeLine, normalizeWhole, type NormalizedLine } from './listing.normalized.js';
export { CARD, listingType, viewAs, type ListView } from './listing.kinds.js';
export { FEATURE_FLAGS, setsWithAny, typeBits } from './listing-types.js';
export { rentPeriodOf } from './rent-periods.js';
export {
  findCurrentListings,
  removeListings,
  saveListings,
  takenIdentities,
  type StoredListing,
} from './listing.writer.js';
export { ListingsQuery } from './listing.filters.js';
export { ListingsRepository } from './listings.repository.js';
export { isPublic, publicParts, showsAddress, showsSuburb } from './listing-public.filters.js';
export { forPublic } from './listing-visibility.reads.js';
export { publicListing, type SuburbPlace } from './public-listing.presenter.js';
export { ListingsModule } from './listings.module.js';
