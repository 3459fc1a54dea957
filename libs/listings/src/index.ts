export { CurrentListingEntity, ListingWordsEntity } from './entities/listing-search.entity.js';
export {
  DeletedListingEntity,
  FirstLoadEntity,
  ListingEventEntity,
  ListingHistoryEntity,
} from './entities/listing-history.entity.js';
export * from './entities/listing.entity.js';
export { PropertyHistoryEntry } from './history/listing-history.fields.js';
export {
  MatchingListings,
  rowForSite,
  VISITED_STATUSES,
  type WordPair,
} from './matching/matching-listings.repository.js';
export { ListingHistories } from './history/listing-histories.repository.js';
export type { ReadListing } from './history/listing-history.presenter.js';
export * from './finder/listing.reads.js';
export { hasWords, searchWords, WORD_MATCHERS } from './words/listing-words.conditions.js';
export { wordsToFind } from './words/word-conditions.js';
export { addressTexts, ContainsAddress, ContainsStreet, hasAddressPart } from './filters/address.conditions.js';
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
export { isCurrentOnly } from './dto/listing-statuses.js';
export { PropertyItemListing, PropertyListing } from './dto/listing.fields.js';
export {
  findDeletions,
  keyRows,
  saveDeletions,
  type Deletion,
  listingKey,
  type ListingKey,
} from './listing-keys.repository.js';
export * from './documents/listing.export.js';
export { ExportedListing, ListingLine } from './documents/listing.line.js';
export { closingKind, setClosing, settleClosing } from './documents/listing-closing.js';
export { ListingDetails } from './dto/listing-details.fields.js';
export * from './documents/listing.normalized.js';
export {
  presentItems,
  presentListingCard,
  presentListingItem,
  presentPropertyListing,
  type CardRow,
  type ListedRow,
  type WholeListingRow,
} from './documents/listing.presenter.js';
export { ListingCard } from './dto/listing-card.fields.js';
export { agentsOf, ofCurrentListings } from './documents/listing.dependencies.js';
export { RENT_PERIOD, rentPeriodOf, weeklyRent } from './documents/listing-prices.js';
export { changes } from './documents/listing-dates.js';
export * from './entities/property.entity.js';
export { ListingsWriterModule } from './listings-writer.module.js';
export { deriveEvents } from './listing-rows.writer.js';
export { ListingsWriter, lockListings } from './listings.writer.js';
export { ListingsQuery } from './filters/listings.query.js';
export { ListingsRepository } from './listings.repository.js';
export { ListingFinder } from './finder/listing-finder.js';
export { ListingMasks } from './finder/listing-masks.js';
export { ListingsModule } from './listings.module.js';
