import type { FeedElement } from '../feed.types.js';
import { readTruth } from '../values/truth.js';
import type { Draft } from './draft.js';
import { attributeOf, oneLine, type ElementReader } from './element.js';

/** The names that senders use for listings that are not to be advertised: lower case, letters only. */
const HIDDEN = ['hiddenlisting', 'listinghidden', 'ishidden', 'ishiddenlisting', 'hidden', 'hidelisting'];
const OFF_MARKET = ['offmarketlisting', 'offmarket', 'isoffmarket', 'isoffmarketlisting', 'offthemarket'];

const keyOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

export const isPublicationName = (name: string): boolean => [...HIDDEN, ...OFF_MARKET].includes(keyOf(name));

/** Reads whether a listing is hidden, or off the market; an empty text means no. */
export function readPublication(name: string, text: string, element: FeedElement, draft: Draft): void {
  const isSet = text !== '' && draft.accept(readTruth(text), element);
  if (isSet === undefined) return;
  const isHidden = HIDDEN.includes(keyOf(name));
  draft.put(isHidden ? 'feed.isHidden' : 'isOffMarket', isSet, element);
  if (isSet && isHidden) draft.note(element, 'hides the listing', 'stored as offmarket');
  if (isSet && !isHidden) draft.note(element, 'takes the listing off the market', 'stored as isOffMarket');
}

const publication: ElementReader = (found, draft, name) => {
  for (const element of found)
    readPublication(name, attributeOf(element, 'value') ?? oneLine(element.text), element, draft);
};

/** The readers of such elements beside `extraFields`. */
export const PUBLICATION: Readonly<Record<string, ElementReader>> = Object.fromEntries(
  [...HIDDEN, ...OFF_MARKET, 'hidden_listing', 'is_hidden', 'off_market', 'is_off_market', 'off_market_listing'].map(
    (name) => [name, publication],
  ),
);
