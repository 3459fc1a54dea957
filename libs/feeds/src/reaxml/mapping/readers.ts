import type { FeedElement } from '../feed.types.js';
import { readCount } from '../values/numbers.js';
import { readTruth } from '../values/truth.js';
import type { Draft } from './draft.js';
import { attributeOf, oneLine, readChildren, readersByKey, type ElementReader } from './element.js';
import { plainOf } from './extras.js';

/** An element that is there once; of several, the first counts. */
export const single =
  (read: (element: FeedElement, draft: Draft, name: string) => void): ElementReader =>
  (found, draft, name) => {
    const [element] = found;
    if (!element) return;
    if (found.length > 1) draft.note(element, `is there ${found.length} times`, 'the first one counts');
    read(element, draft, name);
  };

/** The text of an element, on one line. */
export const line = (path: string): ElementReader =>
  single((element, draft) => draft.put(path, oneLine(element.text), element));

/** The text of an element, with its line breaks. */
export const prose = (path: string): ElementReader =>
  single((element, draft) => draft.put(path, element.text, element));

/** An attribute, or the text that some senders write instead. */
export const saidBy = (element: FeedElement, attribute: string): string =>
  oneLine(attributeOf(element, attribute) ?? element.text);

/** An attribute of a closed or open set, as it is written. */
export const attribute = (path: string, name: 'value' | 'name'): ElementReader =>
  single((element, draft) => draft.put(path, saidBy(element, name), element));

/** An attribute of a closed set that is in lower case. */
export const choice = (path: string): ElementReader =>
  single((element, draft) => draft.put(path, saidBy(element, 'value').toLowerCase(), element));

/** How many; an empty element says that it is not known. */
export const count = (path: string): ElementReader =>
  single((element, draft) => {
    if (element.text === '') draft.put(path, null, element);
    else draft.putRead(path, readCount(element.text), element);
  });

/** Yes or no, as text or `@value`; an empty element says no. */
export const truth = (path: string): ElementReader =>
  single((element, draft) => {
    const text = saidBy(element, 'value');
    if (text === '') draft.put(path, false, element);
    else draft.putRead(path, readTruth(text), element);
  });

/** An element that only holds others. */
export const container = (table: Record<string, ElementReader>): ElementReader => {
  const readers = readersByKey(table);
  return single((element, draft) => readChildren(element.children, readers, draft));
};

/** What has no place in a listing, is harmless, and is kept beside it. */
export const kept: ElementReader = (found, draft, name) => {
  const [first, ...others] = found.map((element) => plainOf(element));
  draft.keep(name, others.length === 0 ? first : [first, ...others]);
};

/** What is left out without a word; the reason is for whoever reads the table. */
export const ignored =
  (_reason: string): ElementReader =>
  () =>
    undefined;
