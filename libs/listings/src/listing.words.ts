import { textWords } from '@app/address';
import type { ListingLine } from './listing.line.js';

/** Stands before a word that tells a hidden address: the public does not find listings by it (ADR 29). */
export const HIDDEN = '~';

/** The words that a listing is found by, as the text of a tsvector. */
export function listingWords({ headline, description, uniqueID, address }: ListingLine, hidesAddress: boolean): string {
  const shown = new Set(
    [headline, description, uniqueID, address.suburb, address.state, address.postcode].flatMap(textWords),
  );
  const words = [...shown].map(quoted);
  for (const word of new Set([address.fullAddress, address.street].flatMap(textWords))) {
    if (!shown.has(word)) words.push(quoted(hidesAddress ? `${HIDDEN}${word}` : word));
  }
  return words.join(' ');
}

/** Words are letters and digits: nothing in them needs to be escaped. */
export const quoted = (word: string): string => `'${word}'`;
