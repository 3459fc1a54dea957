import { addressForms, addressText, otherForms, STREET_TYPES } from '@app/address';
import { FLAGS, OTHER_FLAGS } from '../../factories/listing.factory.js';
import type { DatedListing, SuburbLine, World } from './lines.js';
import { isFlagged } from './listings.values.js';
import { addressTextsOf, suburbOf } from './places.js';
import { remembered } from './remembered.js';
import { fold, isPart } from './texts.js';

/** Memoizes a function of objects. */
function kept<Thing extends object, Answer>(work: (thing: Thing) => Answer): typeof work {
  const answers = new WeakMap<Thing, Answer>();
  return (thing) => {
    const answer = answers.get(thing) ?? work(thing);
    answers.set(thing, answer);
    return answer;
  };
}

/** The words of a text without case, accents and apostrophes, separated by single spaces. */
const inWords = remembered((text: string) =>
  (
    fold(text.normalize('NFKD').replace(/\p{Mark}/gu, ''))
      .replace(/['‘’ʼ`]/g, '')
      .match(/[\p{Letter}\p{Number}]+/gu) ?? []
  ).join(' '),
);

export const wordsOf = (text: string): string[] => inWords(text).split(' ').filter(Boolean);

/** Suburbs by the words that name them: a region, a postcode, or a suburb followed by its state and postcode. */
const placesOf = kept(({ suburbs }: World) => {
  const places = new Map<string, SuburbLine[]>();
  for (const place of suburbs) {
    const { suburb, state, postcode, regionName } = place;
    const forms = [[suburb], [suburb, state], [suburb, postcode], [suburb, state, postcode]];
    const short = /^\d{4}$/.test(postcode) ? [[postcode], [postcode, state]] : [];
    const names = new Set([...forms, ...short, [regionName]].map((parts) => inWords(parts.join(' '))));
    for (const name of names) if (name !== '') places.set(name, [...(places.get(name) ?? []), place]);
  }
  return places;
});

/** The suburbs that all these words name. */
const placeNamed = (world: World, words: readonly string[]): SuburbLine[] => placesOf(world).get(words.join(' ')) ?? [];

/** The meaning of a text: the places that it may name, and the words that name none. */
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

/** Whether an address contains a text, as written or in the form in which addresses are compared. */
export const isPartOfAddress = (address: string, wanted: string): boolean =>
  address !== '' &&
  (isPart(address, wanted) || addressForms(wanted).some((form) => addressText(address).includes(form)));

/** All words that find a listing, by listing. */
const wordsIn = kept((world: World) =>
  kept((listing: DatedListing) => {
    const { address, uniqueID, websiteID } = listing;
    const agency = world.accounts.find((account) => account.websiteID === websiteID)?.name ?? '';
    const { headline, description } = listing as { headline?: string; description?: string };
    const place = [address.suburb, address.state, address.postcode, address.street];
    const people = listing.agents.map(({ id }) => world.agents.find((agent) => agent.id === id)?.name);
    const texts = [headline, description, uniqueID, agency, ...addressTextsOf(address), ...place, ...people];
    return new Set([...texts, ...namedParts(listing, world)].flatMap((text) => wordsOf(text ?? '')));
  }),
);

/** "poolInGround" -> "pool In Ground". */
const spaced = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** The names of flags and categories that a listing has, as far as texts are drawn from them. */
function namedParts(listing: DatedListing, world: World): string[] {
  const { category, landCategory, ruralCategory, commercialCategory, businessCategory } = listing;
  const categories = [category, landCategory, ruralCategory, commercialCategory, businessCategory].flat();
  const flags = [...FLAGS, ...OTHER_FLAGS].filter((name) => isFlagged(listing, name, world));
  return [...categories, ...flags].map((name) => spaced(name ?? ''));
}

/** Words beside others that need not occur; "a" after a number belongs to it. */
const IGNORED = new Set(['a', 'an', 'and', 'at', 'for', 'in', 'of', 'the', 'to', 'with']);

function needed(words: readonly string[]): Set<string> {
  const isIgnored = (word: string, at: number) =>
    words.length > 1 && IGNORED.has(word) && !(word === 'a' && /^\d/.test(words[at - 1] ?? ''));
  return new Set(words.filter((word, at) => !isIgnored(word, at)));
}

/** Whether a word matches: from three letters on, by its beginning. Street types match in both forms. */
const hasWord = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) ||
  otherForms(word).some((form) => words.has(form)) ||
  (word.length > 2 && !/^\d+$/.test(word) && [...words].some((one) => one.startsWith(word)));

/**
 * Whether every word occurs in the texts of the listing; or all words that name no place do, and the listing is in one
 * of the places (B28).
 */
export function isFoundByWords(listing: DatedListing, s: string, world: World): boolean {
  const asked = wordsOf(s);
  const { places, others } = askedBy(world, asked);
  const words = wordsIn(world)(listing);
  const own = suburbOf(world, listing.address);
  const isThere = !!own && places.includes(own);
  const wanted = needed(asked);
  const isFound = (all: readonly string[]) =>
    all.filter((word) => wanted.has(word)).every((word) => hasWord(words, word));
  return isThere ? isFound(others) : wanted.size > 0 && isFound(asked);
}
