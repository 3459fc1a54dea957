export { matchAddress, typedAddresses, type TypedAddress } from './address-matches.js';
export { matchRanges, type Range } from './word-matches.js';
export type { PlaceCatalog } from './place-catalog.js';
export { PlaceIndex } from './place-index.js';
export { PLACE_TYPES, type PlaceType, type SuburbRow } from './suggested-place.js';
