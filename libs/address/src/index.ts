export { Address, degreesOf, ListingAddress, ListingItemAddress } from './address.fields.js';
export { addressForms, addressText, isLeftOut, readAddress, type AddressWord } from './address-forms.js';
export { addressKey } from './address-key.js';
export { addressOrder, fullSuburbOf, rederiveTexts, textsOf, withTexts, type AddressParts } from './address-texts.js';
export { placeWords, STATE_NAMES, stateNamed, type PlaceWord } from './place-words.js';
export { ORDINALS, ORDINALS_IN_DIGITS } from './ordinals.js';
export { placeRuns, type PlaceRun } from './place-runs.js';
export { slugify } from './slugify.js';
export { searchedAddress, withEachType, withoutSuburb } from './street-texts.js';
export { STREET_TYPES } from './street-types.js';
export { asOneWord, BEGINNINGS, addressWords, textWords } from './text-words.js';
export { isUnitWord, numberedAlike, numberOfUnit, splitNumbered, UNIT_WORDS } from './unit-words.js';
export { initialOf, otherForms } from './word-forms.js';
export {
  keysNaming,
  keysOfSuburb,
  namesState,
  PLACE_KEYS,
  placeKeys,
  placeText,
  splitPlaces,
  type NamedPlace,
  type NameOfPlace,
} from './place-keys.js';
export { partsOfNames, stateForms } from './place-names.js';
