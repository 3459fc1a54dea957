export { type FeedEntry, type FeedNote, type FeedProblem } from './feed.types.js';
export { type Item, type ItemChanges, compareIds, mergeById } from './items/merge-by-id.js';
export { entryToPatch } from './mapping/entry-to-patch.js';
export { type FeedAgent, type FeedListing, type RefusedEntry } from './mapping/listing-patch.js';
export { lostPaths } from './merging/leave-kind.js';
export { removedItems } from './merging/merge-items.js';
export { givenModtime, mergeListing, withdrawnLine } from './merging/merge-listing.js';
export { type FeedCheck, checkReaxml, readReaxml } from './reading/read-reaxml.js';
export { isAlikeName, isSameFirstName, isSameName, nameWords } from './values/person-names.js';
export { REVISIONS, type Revision } from './writing/revisions.js';
export { type OutgoingAgent, type OutgoingListing } from './writing/markup.js';
export {
  type GoneListing,
  REAXML_CLOSING,
  goneElement,
  hasElement,
  reaxmlElement,
  reaxmlOpening,
  writeReaxml,
} from './writing/write-reaxml.js';
