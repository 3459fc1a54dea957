export { KeptPlaces } from './kept-places.js';
export { SuggestionsModule } from './suggestions.module.js';
