export {
  allRepresentations,
  defineDocuments,
  representationOf,
  type DocumentDefinition,
} from './document-definition.js';
export { rebuildDocuments, refreshDocuments } from './rebuild-documents.js';
export { idOf, VersionedTexts, type RowSource, type VersionedText } from './versioned-texts.js';
export { countStale, isStale, staleWords, type StaleDocuments } from './stale-documents.js';
