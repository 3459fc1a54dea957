import type { FeedElement } from '../feed.types.js';
import { readAmount, readCount } from '../values/numbers.js';
import { readTruth } from '../values/truth.js';
import type { Draft } from './draft.js';
import {
  attributeOf,
  childOf,
  oneLine,
  readChildren,
  readersByKey,
  textOfChild,
  type ElementReader,
} from './element.js';

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
export const countOf = (path: string): ElementReader =>
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

/** A text on one line, or an attribute instead of it; an empty one is none. */
export const detail = (path: string, name = 'value'): ElementReader =>
  single((element, draft) => draft.put(path, saidBy(element, name) || null, element));

/** Yes or no, as text or `@value`; an empty element says nothing. */
export const truthDetail = (path: string): ElementReader =>
  single((element, draft) => {
    const text = saidBy(element, 'value');
    if (text === '') draft.put(path, null, element);
    else draft.putRead(path, readTruth(text), element);
  });

/** How much, as text or `@value`; an empty element says nothing. */
export const amountDetail = (path: string): ElementReader =>
  single((element, draft) => {
    const text = saidBy(element, 'value').replace(/\s*%$/, '');
    if (text === '') draft.put(path, null, element);
    else draft.putRead(path, readAmount(text), element);
  });

/** The texts of elements that may be there several times, in the order of their `@id`. */
export const details =
  (path: string): ElementReader =>
  (found, draft) => {
    const texts = byId(found).map(({ text }) => oneLine(text));
    draft.put(path, texts.filter(Boolean), found[0]);
  };

/** Elements by their `@id`, which is 1 where there is none. */
export const byId = (found: readonly FeedElement[]): FeedElement[] =>
  found.toSorted((one, other) => idOf(one) - idOf(other));

const idOf = (element: FeedElement): number => Number(attributeOf(element, 'id')) || 1;

/** An object whose leaves are children of an element; those that are not there are none. */
export const parts = (path: string, children: Readonly<Record<string, string>>): ElementReader =>
  single((element, draft) => {
    for (const [name, leaf] of Object.entries(children)) {
      draft.put(`${path}.${leaf}`, textOfChild(element, name) || null, childOf(element, name) ?? element);
    }
    noteOthers(element, Object.keys(children), draft);
  });

/** Notes the children that nobody reads. */
export function noteOthers(element: FeedElement, known: readonly string[], draft: Draft): void {
  const keys = new Set(known.map((name) => name.toLowerCase()));
  for (const child of element.children) if (!keys.has(child.key)) draft.note(child, 'is not known');
}

/** What is left out without a word; the reason is for whoever reads the table. */
export const ignored =
  (_reason: string): ElementReader =>
  () =>
    undefined;
