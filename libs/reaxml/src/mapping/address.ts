import { stateNamed } from '@app/address';
import type { FeedElement } from '../feed.types.js';
import { geocode, LATITUDES, LONGITUDES, PAIRS } from './extra-fields.js';
import type { Draft } from './draft.js';
import { childOf, oneLine, textOfChild } from './element.js';
import { isDisplayed, single } from './readers.js';

/** The parts that form one address: an entry that names a street or a suburb replaces all of them. */
const PARTS = ['subNumber', 'lotNumber', 'streetNumber', 'street', 'suburb', 'state', 'postcode'] as const;
/** Parts stored under `details`. */
const DETAILS = ['site', 'region'] as const;
const KNOWN = new Set(
  [...PARTS, ...DETAILS, ...PAIRS, ...LATITUDES, ...LONGITUDES, 'country'].map((name) => name.toLowerCase()),
);

/** The code of an Australian state; undefined for any other text. */
export const stateCode = (text: string): string | undefined => stateNamed(text)?.toUpperCase();

/** `address` with `@display`, `@streetview` and `suburb@display`. */
export const address = single((element, draft) => {
  readDisplay(element, draft);
  // An address with only empty parts is ignored: a listing never loses its address by it.
  if (!PARTS.some((part) => textOfChild(element, part))) return readBeside(element, draft, false);
  const whole = childOf(element, 'street') !== undefined || childOf(element, 'suburb') !== undefined;
  for (const part of PARTS) {
    const text = textOfChild(element, part);
    if (text !== undefined || whole)
      draft.put(`address.${part}`, isZero(text) ? '' : (text ?? ''), childOf(element, part) ?? element);
  }
  const [number, street] = [textOfChild(element, 'streetNumber'), textOfChild(element, 'street')];
  // Some senders repeat the number: "18", "18 High Street".
  if (number && street?.startsWith(`${number} `)) draft.put('address.street', street.slice(number.length).trim());
  const state = textOfChild(element, 'state');
  const code = state && stateCode(state);
  if (code) draft.put('address.state', code, childOf(element, 'state'));
  const postcode = postcodeOf(element);
  const written = postcode && oneLine(postcode.text);
  if (written && !isZero(written)) draft.put('address.postcode', code ? written.padStart(4, '0') : written, postcode);
  readBeside(element, draft, whole);
});

/** Texts that some senders write in place of a missing number. */
const isZero = (text = ''): boolean => /^0+$/.test(text);

/** @param whole whether the element is a complete address, so that omitted parts are cleared */
function readBeside(element: FeedElement, draft: Draft, whole: boolean): void {
  const country = textOfChild(element, 'country');
  if (country) draft.put('address.country', countryOf(country), childOf(element, 'country'));
  geocode([element, ...element.children.filter(({ key }) => PAIRS.includes(key))], draft);
  for (const name of DETAILS) {
    const text = textOfChild(element, name);
    if (text !== undefined || whole) draft.put(`details.${name}`, text || null, childOf(element, name) ?? element);
  }
  for (const child of element.children) if (!KNOWN.has(child.key)) draft.note(child, 'is not known');
}

function readDisplay(element: FeedElement, draft: Draft): void {
  const suburb = childOf(element, 'suburb');
  const display = isDisplayed(element, 'display', draft);
  const ofSuburb = suburb && isDisplayed(suburb, 'display', draft);
  // Other types hide only the rest of the address (B69).
  if (ofSuburb !== undefined && ['commercial', 'business'].includes(draft.listingType))
    draft.put('details.suburbDisplay', ofSuburb ? null : false, suburb);
  if (ofSuburb === false || display !== undefined) draft.put('address.display', ofSuburb !== false && display, element);
  const streetview = isDisplayed(element, 'streetview', draft);
  if (streetview !== undefined) draft.put('address.streetview', streetview, element);
}

/** The postcode may occur twice, one of them empty. */
const postcodeOf = (element: FeedElement): FeedElement | undefined =>
  element.children.find(({ key, text }) => key === 'postcode' && text !== '');

const countryOf = (text: string): string =>
  text.replace(/^(?:aus?|australia)$/i, 'Australia').replace(/^(?:nzl?|new zealand)$/i, 'New Zealand');
