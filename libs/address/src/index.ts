export { Address, ListingAddress, ListingItemAddress } from './address.fields.js';
export { addressKey, addressOrder } from './address-order.js';
export { fullSuburbOf, rederiveTexts, textsOf, withTexts, type AddressParts } from './address-texts.js';
export { placeWords, STATE_NAMES, stateNamed, type PlaceWord } from './place-words.js';
export { placeRuns, type PlaceRun } from './place-runs.js';
export { slugify } from './slugify.js';
export { STREET_TYPES } from './street-types.js';
export { textWords } from './text-words.js';
