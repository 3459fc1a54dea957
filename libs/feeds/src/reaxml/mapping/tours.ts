import type { FeedElement } from '../feed.types.js';
import { readWebAddress } from '../values/web-address.js';
import type { Draft } from './draft.js';
import { attributeOf, oneLine, type ElementReader } from './element.js';

/** Names that senders use for a virtual tour: lower case, letters and digits only. */
const NAME = /virtualtour|vrtour|3dtour|360tour|tour360|matterport/;
/** Web addresses that are tours whatever their title. */
const ADDRESS = /^https?:\/\/([\w-]+\.)*(matterport\.com|kuula\.co)\/|virtual-?tour|vr-?tour|360-?tour|3d-?tour/i;

export const isTourName = (name: string): boolean => NAME.test(name.toLowerCase().replace(/[^a-z\d]/g, ''));

/** Whether a link is a virtual tour, by its title or its address. */
export const isTour = (element: FeedElement, address: string): boolean =>
  ADDRESS.test(address) ||
  ['title', 'name', 'type', 'rel'].some((name) => isTourName(attributeOf(element, name) ?? ''));

/** Adds virtual tours to those found before. */
export function addTours(addresses: readonly string[], element: FeedElement, draft: Draft): void {
  if (addresses.length === 0) return;
  const before = (draft.patch['vrTourLink'] ?? []) as string[]; // set only here
  draft.put('vrTourLink', [...new Set([...before, ...addresses])], element);
}

/** `virtualTour` and similar elements, common extensions of the format: the address in `@href`, `@url` or text. */
export const virtualTour: ElementReader = (found, draft) => {
  for (const element of found) addTour(element, attributeOf(element, 'href') ?? attributeOf(element, 'url'), draft);
};

/** Adds the tour of an element, given by an address or else by its text. */
export function addTour(element: FeedElement, address: string | undefined, draft: Draft): void {
  const text = address || oneLine(element.text);
  const read = text === '' ? undefined : draft.accept(readWebAddress(text), element);
  addTours(read === undefined ? [] : [read], element, draft);
}
