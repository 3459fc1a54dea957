import { STREET_TYPES } from '@app/address';
import type { DatedListing, SuburbLine, World } from './lines.js';
import { fullAddressOf, suburbOf } from './places.js';
import { fold } from './texts.js';

/** Words without case, accents and apostrophes. */
export const wordsOf = (text: string): string[] =>
  fold(text.normalize('NFKD').replace(/\p{Mark}/gu, ''))
    .replace(/['‘’ʼ`]/g, '')
    .match(/[\p{Letter}\p{Number}]+/gu) ?? [];

const isNamed = (name: string, words: readonly string[]): boolean =>
  name !== '' && wordsOf(name).join(' ') === words.join(' ');

/** The suburbs that all of these words name: a region, a postcode, or a suburb with its state and postcode behind it. */
function placeNamed({ suburbs }: World, words: readonly string[]): SuburbLine[] {
  return suburbs.filter(({ suburb, state, postcode, regionName }) => {
    const forms = [[suburb], [suburb, state], [suburb, postcode], [suburb, state, postcode]];
    const short = /^\d{4}$/.test(postcode) ? [[postcode], [postcode, state]] : [];
    return [...forms, ...short, [regionName]].some((parts) => isNamed(parts.join(' '), words));
  });
}

/** What a text asks: places, one of which it must be, and words that must all be found. */
function askedBy(world: World, words: readonly string[]): { places: SuburbLine[]; others: string[] } {
  const places: SuburbLine[] = [];
  const others: string[] = [];
  for (let at = 0; at < words.length;) {
    const named = [6, 5, 4, 3, 2, 1]
      .filter((count) => at + count <= words.length && !STREET_TYPES.has(words[at + count] ?? ''))
      .find((count) => placeNamed(world, words.slice(at, at + count)).length > 0);
    if (named === undefined) others.push(words[at]!);
    else places.push(...placeNamed(world, words.slice(at, at + named)));
    at += named ?? 1;
  }
  return { places, others };
}

/** Every word is one of its texts, unless it names a place: then the listing is in one of those places (B28). */
export function isFoundByWords(listing: DatedListing, s: string, world: World): boolean {
  const { places, others } = askedBy(world, wordsOf(s));
  if (places.length === 0 && others.length === 0) return false;
  const { address, uniqueID, websiteID } = listing;
  const agency = world.accounts.find((account) => account.websiteID === websiteID)?.name ?? '';
  const { headline, description } = listing as { headline?: string; description?: string };
  const place = [address.suburb, address.state, address.postcode, address.street];
  const texts = [headline, description, uniqueID, agency, fullAddressOf(address), ...place].map((text) => text ?? '');
  const words = new Set(texts.flatMap(wordsOf));
  const own = suburbOf(world, address);
  return others.every((word) => words.has(word)) && (places.length === 0 || (!!own && places.includes(own)));
}
