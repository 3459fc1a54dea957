import { BEGINNINGS } from './text-words.js';
import { ORDINALS } from './ordinals.js';
import { placeNames, postcodeKey, stateKey } from './place-names.js';
import { ABBREVIATIONS, PLACE_WORDS, placeWords, stateNamed } from './place-words.js';
import type { AddressParts } from './address-texts.js';
import { STREET_ABBREVIATIONS } from './street-types.js';
import { numbersOf } from './street-numbers.js';
import { LEVEL_WORDS, UNIT_WORDS } from './unit-words.js';

/** Input of the keys. Properties store keys: a change needs a migration that makes them again. */
export const ADDRESS_KEYS = JSON.stringify([3, PLACE_WORDS, [...STREET_ABBREVIATIONS], UNIT_WORDS, LEVEL_WORDS]);

/** Directions that may follow the type of a street: "Lennox Street North". */
const DIRECTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    n: 'north',
    nth: 'north',
    s: 'south',
    sth: 'south',
    e: 'east',
    w: 'west',
    wst: 'west',
    ne: 'north east',
    nw: 'north west',
    se: 'south east',
    sw: 'south west',
    extn: 'extension',
    ext: 'extension',
    lwr: 'lower',
    upr: 'upper',
  }),
);

const IS_DIRECTION = new Set([...DIRECTIONS.keys(), ...DIRECTIONS.values(), 'central']);

/**
 * The key of the property at an address. Addresses with the same key are the same property (D30), regardless of case,
 * punctuation, abbreviations, and the field that contains a unit or lot. `undefined` without a street.
 */
export function addressKey(address: AddressParts & { country: string }): string | undefined {
  const { number, unit, lot, street } = numbersOf(address);
  if (address.street.trim() === '') return undefined;
  const { country, state, postcode, suburb } = address;
  const place = [countryKey(country, state), stateKey(state), postcodeKey(postcode), placeNames(suburb)[0] ?? ''];
  return [...place, streetKey(street), number, unit, lot].join('|');
}

const AUSTRALIA = /^(au|aus|australia|)$/;

function countryKey(country: string, state: string): string {
  const name = placeNames(country)[0] ?? '';
  return AUSTRALIA.test(name) && (name !== '' || stateNamed(state) !== undefined) ? 'australia' : name;
}

/**
 * "lennox street north" for "Lennox St. Nth", and "mcdonald street" for "Mc Donald St": type, direction and abbreviated
 * words in full.
 */
function streetKey(street: string): string {
  const words = joinNames(placeWords(street).flatMap(({ folded }) => ORDINALS.get(folded) ?? folded));
  if (words.length === 0) return street.trim().toLowerCase();
  const last = words.length - 1;
  const type = last > 1 && IS_DIRECTION.has(words[last] ?? '') ? last - 1 : last;
  return words
    .map((word, at) => {
      if (at > type) return DIRECTIONS.get(word) ?? word;
      if (at === type && at > 0) return STREET_ABBREVIATIONS.get(word) ?? word;
      return word.length > 1 ? (ABBREVIATIONS.get(word)?.[0] ?? word) : word;
    })
    .join(' ');
}

/** Joins prefixes to the names that follow. The last word is the type of the street and is not joined: "O Street". */
function joinNames(words: readonly string[]): string[] {
  const names: string[] = [];
  for (const [at, word] of words.entries()) {
    const before = names.at(-1) ?? '';
    if (BEGINNINGS.has(before) && at < words.length - 1) names[names.length - 1] = before + word;
    else names.push(word);
  }
  return names;
}
