import { addressWords, textWords } from '@app/address';
import type { ListingEntity } from '../entities/listing.entity.js';
import type { ListingLine } from '../documents/listing.line.js';

/** The prefix of a word that reveals a hidden address or suburb: it does not match for the public (ADR 29). */
export const HIDDEN = '~';

type Hiding = Pick<ListingEntity, 'hidesAddress' | 'hidesSuburb'>;

/** The search words of a listing, as the text of a tsvector. */
export function listingWords({ headline, description, uniqueID, address }: ListingLine, hides: Hiding): string {
  const { suburb, state, postcode, fullAddress, street } = address;
  const parts: [words: string[], isHidden: boolean][] = [
    [[headline, description, uniqueID, state].flatMap(textWords), false],
    [[suburb, postcode].flatMap(textWords), hides.hidesSuburb],
    [[fullAddress, street].flatMap(addressWords), hides.hidesAddress],
  ];
  const words = new Map<string, string>();
  for (const [found, isHidden] of parts)
    for (const word of found) if (!words.has(word)) words.set(word, quoted(isHidden ? `${HIDDEN}${word}` : word));
  return [...words.values()].join(' ');
}

/** Words are letters and digits, so nothing needs escaping. */
export const quoted = (word: string): string => `'${word}'`;
