export {
  allRepresentations,
  defineDocuments,
  isStale,
  representationOf,
  type DocumentDefinition,
} from './document-definition.js';
export { rebuildDocuments, refreshDocuments, type RebuildProgress } from './rebuild-documents.js';
