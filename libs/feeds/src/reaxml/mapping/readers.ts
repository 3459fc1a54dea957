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

/** Reads an element that occurs once; of several, the first is used. */
export const single =
  (read: (element: FeedElement, draft: Draft, name: string) => void): ElementReader =>
  (found, draft, name) => {
    const [element] = found;
    if (!element) return;
    if (found.length > 1) draft.note(element, `occurs ${found.length} times`, 'the first one counts');
    read(element, draft, name);
  };

/** Sets a field to the element's text, on one line. */
export const line = (path: string): ElementReader =>
  single((element, draft) => draft.put(path, oneLine(element.text), element));

/** Sets a field to the element's text, keeping line breaks. */
export const prose = (path: string): ElementReader =>
  single((element, draft) => draft.put(path, element.text, element));

/** An attribute; else the element's text, which some senders use instead. */
export const attributeOrText = (element: FeedElement, attribute: string): string =>
  oneLine(attributeOf(element, attribute) ?? element.text);

/** Sets a field to an attribute, as written. */
export const attribute = (path: string, name: 'value' | 'name'): ElementReader =>
  single((element, draft) => draft.put(path, attributeOrText(element, name), element));

/** Sets a field to an attribute of a closed set of lower-case words. */
export const choice = (path: string): ElementReader =>
  single((element, draft) => draft.put(path, attributeOrText(element, 'value').toLowerCase(), element));

/** Sets a count; an empty element resets it to unknown. */
export const countOf = (path: string): ElementReader =>
  single((element, draft) => {
    if (element.text === '') draft.put(path, null, element);
    else draft.putRead(path, readCount(element.text), element);
  });

/** Sets a flag from text or `@value`; an empty element means false. */
export const truth = (path: string): ElementReader =>
  single((element, draft) => {
    const text = attributeOrText(element, 'value');
    if (text === '') draft.put(path, false, element);
    else draft.putRead(path, readTruth(text), element);
  });

/** Reads an element that only contains others. */
export const container = (table: Record<string, ElementReader>): ElementReader => {
  const readers = readersByKey(table);
  return single((element, draft) => readChildren(element.children, readers, draft));
};

/** Sets a detail to a text on one line, or to an attribute if there is no text; an empty one is ignored. */
export const detail = (path: string, name = 'value'): ElementReader =>
  single((element, draft) => draft.put(path, attributeOrText(element, name) || null, element));

/** Sets a detail to true or false, from text or `@value`; an empty element is ignored. */
export const truthDetail = (path: string): ElementReader =>
  single((element, draft) => {
    const text = attributeOrText(element, 'value');
    if (text === '') draft.put(path, null, element);
    else draft.putRead(path, readTruth(text), element);
  });

/** Sets a detail to an amount, from text or `@value`; an empty element is ignored. */
export const amountDetail = (path: string): ElementReader =>
  single((element, draft) => {
    const text = attributeOrText(element, 'value').replace(/\s*%$/, '');
    if (text === '') draft.put(path, null, element);
    else draft.putRead(path, readAmount(text), element);
  });

/** Sets a list of texts from elements that may repeat, in the order of `@id`. */
export const details =
  (path: string): ElementReader =>
  (found, draft) => {
    const texts = byId(found).map(({ text }) => oneLine(text));
    draft.put(path, texts.filter(Boolean), found[0]);
  };

/** Elements in the order of `@id`; the default is 1. */
export const byId = (found: readonly FeedElement[]): FeedElement[] =>
  found.toSorted((one, other) => idOf(one) - idOf(other));

const idOf = (element: FeedElement): number => Number(attributeOf(element, 'id')) || 1;

/** Sets an object from child elements; missing children are cleared. */
export const parts = (path: string, children: Readonly<Record<string, string>>): ElementReader =>
  single((element, draft) => {
    for (const [name, leaf] of Object.entries(children)) {
      draft.put(`${path}.${leaf}`, textOfChild(element, name) || null, childOf(element, name) ?? element);
    }
    noteOthers(element, Object.keys(children), draft);
  });

/** Notes children that have no reader. */
export function noteOthers(element: FeedElement, names: readonly string[], draft: Draft): void {
  const keys = new Set(names.map((name) => name.toLowerCase()));
  for (const child of element.children) if (!keys.has(child.key)) draft.note(child, 'is not known');
}

/** An element that is left out without a note. The argument is the reason, for readers of the table. */
export const ignored =
  (_reason: string): ElementReader =>
  () =>
    undefined;
