export {
  allRepresentations,
  defineDocuments,
  isStale,
  representationOf,
  type DocumentDefinition,
} from './document-definition.js';
export { rebuildDocuments, refreshDocuments, type RebuildProgress } from './rebuild-documents.js';
export { idOf, VersionedTexts, type RowSource, type VersionedText } from './versioned-texts.js';
