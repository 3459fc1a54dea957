export { CurrentListingEntity, ListingWordsEntity } from './entities/listing-search.entity.js';
export { DeletedListingEntity, ListingHistoryEntity } from './entities/listing-history.entity.js';
export * from './entities/listing.entity.js';
export { PropertyHistoryEntry } from './dto/listing-history.fields.js';
export {
  MatchingListings,
  rowForSite,
  VISITED_STATUSES,
  type WordPair,
} from './search/matching-listings.repository.js';
export { ListingHistories } from './search/listing-histories.repository.js';
export type { ReadListing } from './documents/listing-history.presenter.js';
export * from './documents/listing.reads.js';
export { wordsToFind } from './search/listing-words.filters.js';
export { isCentre, listingRows, type ListingRows } from './documents/listing.record.js';
export {
  locationAccuracy,
  type LocationAccuracy,
  CARD,
  listingType,
  viewAs,
  type ListView,
  FEATURE_FLAGS,
  setsWithAny,
  typeBits,
} from './dto/listing.kinds.js';
export { ListingItem, PropertyItemListing, PropertyListing } from './dto/listing.fields.js';
export {
  findDeletions,
  saveDeletions,
  type Deletion,
  keyRows,
  listingKey,
  type ListingKey,
} from './listing-keys.repository.js';
export * from './documents/listing.export.js';
export { ExportedListing, ListingLine } from './documents/listing.line.js';
export { closingKind, setClosing, settleClosing } from './documents/listing-closing.js';
export { ListingDetails } from './dto/listing-details.fields.js';
export * from './documents/listing.normalized.js';
export {
  presentPropertyListing,
  type ListedRow,
  type WholeListingRow,
  listingItem,
  presentItems,
  publicListing,
  type SuburbCoordinates,
} from './documents/listing.presenter.js';
export { ListingCard } from './dto/listing-card.fields.js';
export { agentsOf, ofCurrentListings } from './filters/listing.dependencies.js';
export { rentPeriodOf } from './documents/listing-prices.js';
export * from './listing.writer.js';
export { matchesListing } from './filters/listings-matching.filters.js';
export { ListingsQuery } from './filters/listing.filters.js';
export { ListingsRepository } from './listings.repository.js';
export { isPublic, publicParts, showsAddress, showsSuburb } from './filters/listing-public.filters.js';
export { forPublic, listingVisibilityFor } from './documents/listing-visibility.reads.js';
export { ListingsModule } from './listings.module.js';
