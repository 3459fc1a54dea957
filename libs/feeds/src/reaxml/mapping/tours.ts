import type { FeedElement } from '../feed.types.js';
import { readWebAddress } from '../values/web-address.js';
import type { Draft } from './draft.js';
import { attributeOf, oneLine, type ElementReader } from './element.js';

/** How senders name a virtual tour, in lower case and letters and digits alone. */
const NAME = /virtualtour|vrtour|3dtour|360tour|tour360|matterport/;
/** Where tours are that nobody names. */
const ADDRESS = /^https?:\/\/([\w-]+\.)*(matterport\.com|kuula\.co)\/|virtual-?tour|vr-?tour|360-?tour|3d-?tour/i;

export const isTourName = (name: string): boolean => NAME.test(name.toLowerCase().replace(/[^a-z\d]/g, ''));

/** A link that says by its title, or by its address, that it is a tour. */
export const isTour = (element: FeedElement, address: string): boolean =>
  ADDRESS.test(address) ||
  ['title', 'name', 'type', 'rel'].some((name) => isTourName(attributeOf(element, name) ?? ''));

/** Virtual tours beside those that are there already. */
export function addTours(addresses: readonly string[], element: FeedElement, draft: Draft): void {
  if (addresses.length === 0) return;
  const before = (draft.patch['vrTourLink'] ?? []) as string[]; // only this puts it
  draft.put('vrTourLink', [...new Set([...before, ...addresses])], element);
}

/** `virtualTour` and its like, which many senders write beside the format: `@href`, `@url` or text. */
export const virtualTour: ElementReader = (found, draft) => {
  for (const element of found) addTour(element, attributeOf(element, 'href') ?? attributeOf(element, 'url'), draft);
};

/** A tour that an element names by an address, or by its text. */
export function addTour(element: FeedElement, address: string | undefined, draft: Draft): void {
  const text = address || oneLine(element.text);
  const read = text === '' ? undefined : draft.accept(readWebAddress(text), element);
  addTours(read === undefined ? [] : [read], element, draft);
}
