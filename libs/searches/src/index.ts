export { writeDemoSearch } from './demo-search.writer.js';
export { SearchEntity, SearchProgressEntity } from './entities/search.entity.js';
export { NewMatchesReader, type FoundMatches, type NewMatches } from './matching/new-matches.service.js';
export { SearchesModule } from './searches.module.js';
