import { addressWords, textWords } from '@app/address';
import type { ListingLine } from './listing.line.js';

/** The prefix of a word that reveals a hidden address: it does not match for the public (ADR 29). */
export const HIDDEN = '~';

/** The search words of a listing, as the text of a tsvector. */
export function listingWords({ headline, description, uniqueID, address }: ListingLine, hidesAddress: boolean): string {
  const shown = new Set(
    [headline, description, uniqueID, address.suburb, address.state, address.postcode].flatMap(textWords),
  );
  const words = [...shown].map(quoted);
  for (const word of new Set([address.fullAddress, address.street].flatMap(addressWords))) {
    if (!shown.has(word)) words.push(quoted(hidesAddress ? `${HIDDEN}${word}` : word));
  }
  return words.join(' ');
}

/** Words are letters and digits, so nothing needs escaping. */
export const quoted = (word: string): string => `'${word}'`;
