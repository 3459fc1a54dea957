export { writeDemoSearch } from './demo-search.writer.js';
export { SearchEntity, SearchProgressEntity } from './entities/search.entity.js';
export type { GroupMatches } from './matching/match-judge.service.js';
export { reasonFor, type Match } from './matching/match-reasons.js';
export { NewMatchesReader, type ChangeBatch } from './matching/new-matches.service.js';
export { SearchRekeying } from './matching/search-rekeying.service.js';
export { OldSearchesJob } from './old-searches.job.js';
export { SearchesModule } from './searches.module.js';
export { SearchesRepository, type ToldSearch } from './searches.repository.js';
