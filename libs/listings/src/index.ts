export { CurrentListingEntity } from './entities/current-listing.entity.js';
export { DeletedListingEntity } from './entities/deleted-listing.entity.js';
export { ListingAgentEntity } from './entities/listing-agent.entity.js';
export { ListingDocumentEntity } from './entities/listing-document.entity.js';
export { ListingHistoryEntity } from './entities/listing-history.entity.js';
export { PropertyHistoryEntry } from './dto/listing-history.fields.js';
export { ListingHistories } from './search/listing-histories.repository.js';
export type { ReadListing } from './documents/listing-history.presenter.js';
export { ListingWordsEntity } from './entities/listing-words.entity.js';
export {
  accuracyOf,
  accountJoin,
  agentsJoin,
  itemColumns,
  listingJoins,
  placeJoin,
  singleColumns,
  suburbPlace,
  textJoins,
} from './documents/listing.reads.js';
export { wordsToFind } from './search/listing-words.filters.js';
export { isCentre, listingRows, type ListingRows } from './documents/listing.record.js';
export {
  locationAccuracy,
  type LocationAccuracy,
  CARD,
  listingType,
  viewAs,
  type ListView,
} from './dto/listing.kinds.js';
export { ListingInspectionEntity } from './entities/listing-inspection.entity.js';
export { ListingEntity } from './entities/listing.entity.js';
export { ListingItem, PropertyItemListing, PropertyListing } from './dto/listing.fields.js';
export {
  findDeletions,
  saveDeletions,
  type Deletion,
  keyRows,
  listingKey,
  type ListingKey,
} from './listing-keys.repository.js';
export {
  findListingLines,
  listingLines,
  type ListingLineRow,
  listingExport,
  ListingsExportQuery,
} from './documents/listing.export.js';
export { ExportedListing } from './dto/exported-listing.fields.js';
export { closingKind, setClosing, settleClosing } from './documents/listing-closing.js';
export { ListingDetails } from './dto/listing-details.fields.js';
export {
  normalizeFeedState,
  normalizeDetails,
  normalizeLine,
  normalizeWhole,
  type NormalizedLine,
} from './documents/listing.normalized.js';
export { ListingLine } from './documents/listing.line.js';
export {
  presentPropertyListing,
  type ListedRow,
  type WholeListingRow,
  listingItem,
  presentItems,
} from './documents/listing.presenter.js';
export { ListingCard } from './dto/listing-card.fields.js';
export { agentsOf, ofCurrentListings } from './filters/listing.dependencies.js';
export { FEATURE_FLAGS, setsWithAny, typeBits } from './dto/listing-types.js';
export { rentPeriodOf } from './documents/listing-prices.js';
export {
  findCurrentListings,
  removeListings,
  saveListings,
  takenIdentities,
  type StoredListing,
} from './listing.writer.js';
export { ListingsQuery } from './filters/listing.filters.js';
export { ListingsRepository } from './listings.repository.js';
export { isPublic, publicParts, showsAddress, showsSuburb } from './filters/listing-public.filters.js';
export { forPublic } from './documents/listing-visibility.reads.js';
export { publicListing, type SuburbPlace } from './documents/public-listing.presenter.js';
export { ListingsModule } from './listings.module.js';
