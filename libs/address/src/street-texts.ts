import { textsOf, type AddressParts } from './address-texts.js';
import { keysNaming, placeKeys } from './place-keys.js';
import { placeWords } from './place-words.js';
import { STREET_TYPES } from './street-types.js';

/** "High & Smith Streets": two names, and a type in the plural. */
const CORNER = new RegExp(`\\s*(?:&|/|\\band\\b)\\s*([^,]*\\S)\\s(${[...STREET_TYPES].join('|')})s\\b`, 'i');

/** The text with the type of each street of a corner: "Cnr High Street Smith Street" for "Cnr High & Smith Streets". */
export const withEachType = (text: string): string =>
  /[&/]|\band\b/i.test(text) ? text.replace(CORNER, ' $2 $1 $2') : text;

/** "Main Road", as most streets are. */
const isPlain = (street: string): boolean =>
  STREET_TYPES.has(/^[^\s,]+ ([a-z]+)$/.exec(street.toLowerCase())?.[1] ?? '');

/** The full address, and if it has a lot and a street number, the address with the lot: each on a line. */
export function searchedAddress(address: AddressParts & { readonly fullAddress: string }): string {
  const { fullAddress, lotNumber, subNumber, streetNumber } = address;
  if (lotNumber === '' || subNumber + streetNumber === '') return fullAddress;
  const ofLot = { ...address, subNumber: '', streetNumber: '' };
  const lot = textsOf({ ...ofLot, street: '' }).streetAddress;
  return [fullAddress, textsOf(ofLot).fullAddress, `${lot}, ${textsOf(address).fullAddress}`].join('\n');
}

/** The most words of a suburb with state and postcode. */
const MOST_WORDS = 8;

/**
 * The street without the suburb, state and postcode at its end: "High Street" for "High Street, Richmond VIC 3121". A
 * street that is named like the suburb is kept: "Richmond", "Old Richmond".
 */
export function withoutSuburb(street: string, place: Pick<AddressParts, 'suburb' | 'state' | 'postcode'>): string {
  if (isPlain(street)) return street;
  const words = placeWords(street);
  const keys = placeKeys({ ...place, name: '', regionName: '', areaName: '' });
  const at = words.findIndex(
    ({ from }, index) =>
      index >= words.length - MOST_WORDS && keysNaming('suburb', street.slice(from)).some((key) => keys.includes(key)),
  );
  const hasState = words.length - at > placeWords(place.suburb).length;
  if (at <= 0) return at === 0 && hasState ? '' : street;
  const before = street.slice(0, words[at]?.from);
  const isWhole = hasState || /[,(]\s*$/.test(before) || (at > 1 && STREET_TYPES.has(words[at - 1]?.folded ?? ''));
  return isWhole && /[a-z]/i.test(before) ? before.replace(/[\s,(/-]+$/, '') : street;
}
