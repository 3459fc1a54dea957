import type { AddressParts } from './address-texts.js';

/** A separator that sorts before every printable character. */
const SEPARATOR = '\u0001';

/** Pads runs of digits so that text order is numeric order: "9" before "12", "12A" after "12". */
const natural = (text: string): string => text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(8, '0'));

/** Sort key of the alphabetical order: suburb, street, street number (numerically), sub-number (D23). */
export function addressOrder({ suburb, street, streetNumber, subNumber }: AddressParts): string {
  return [suburb.toLowerCase(), street.toLowerCase(), natural(streetNumber), natural(subNumber)].join(SEPARATOR);
}
