import { addressWords, searchedAddress, textWords, withEachType } from '@app/address';
import type { ListingLine } from '../documents/listing.line.js';
import type { ListingEntity } from '../entities/listing.entity.js';
import { listingKeywords } from './listing-keywords.js';
import { roomPhrases } from './room-words.js';

/** The prefix of a word that reveals a hidden address or suburb, so that it does not match for the public (ADR 19). */
export const HIDDEN = '~';

/** The search words of a listing, as the text of a tsvector. */
export function listingWords(line: ListingLine, row: ListingEntity): string {
  const { headline, description, features, uniqueID, address } = line;
  const { suburb, state, postcode, street } = address;
  const parts: [words: string[], isHidden: boolean][] = [
    [[headline, description, features.otherFeatures].flatMap(describedWords), false],
    [[uniqueID, state].flatMap(textWords), false],
    [listingKeywords(line, row), false],
    [[suburb, postcode].flatMap(textWords), row.hidesSuburb],
    [[searchedAddress(address), street, withEachType(street)].flatMap(addressWords), row.hidesAddress],
  ];
  const words = new Map<string, string>();
  for (const [found, isHidden] of parts)
    for (const word of found) if (!words.has(word)) words.set(word, quotedWord(isHidden ? `${HIDDEN}${word}` : word));
  return [...words.values()].join(' ');
}

/** The words of a description, and the numbers of rooms that it gives: "three bedrooms". */
function describedWords(text: string): string[] {
  const words = textWords(text);
  return [...words, ...roomPhrases(words).map(({ word }) => word)];
}

/** Words are letters and digits, so nothing needs escaping. */
export const quotedWord = (word: string): string => `'${word}'`;
