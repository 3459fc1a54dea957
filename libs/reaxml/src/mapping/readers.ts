import type { FeedElement } from '../feed.types.js';
import { compareIds } from '../items/merge-by-id.js';
import type { TextList } from '../items/listing-lists.js';
import { readAmount, readCount, readTruth } from '../values/numbers.js';
import { readAmountInWords } from '../values/price-text.js';
import { plainText } from '../values/plain-text.js';
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

/** Reads an element that occurs once. If there are several, the first is used. */
export const single =
  (read: (element: FeedElement, draft: Draft) => void): ElementReader =>
  (found, draft) => {
    const [element] = found;
    if (!element) return;
    if (found.length > 1) draft.note(element, `occurs ${found.length} times`, 'the first one counts');
    read(element, draft);
  };

/** Sets a field to the element's text, on one line. */
export const line = (path: string): ElementReader =>
  single((element, draft) => draft.put(path, oneLine(plainText(element.text)), element));

/** Sets a field to the element's text, keeping line breaks. */
export const multilineText = (path: string): ElementReader =>
  single((element, draft) => draft.put(path, plainText(element.text), element));

/** An attribute; else the element's text, which some senders use instead, also beside an empty attribute. */
export const attributeOrText = (element: FeedElement, attribute: string): string =>
  oneLine(attributeOf(element, attribute) || element.text);

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
  single((element, draft) => draft.put(path, plainText(attributeOrText(element, name)) || null, element));

/** Sets a detail to true or false, from text or `@value`; an empty element is ignored. */
export const truthDetail = (path: string): ElementReader =>
  single((element, draft) => {
    const text = attributeOrText(element, 'value');
    if (text === '') draft.put(path, null, element);
    else draft.putRead(path, readTruth(text), element);
  });

/** Whether an attribute allows display. An invalid value counts as no. Undefined without the attribute. */
export function isDisplayed(element: FeedElement, name: string, draft: Draft): boolean | undefined {
  const text = attributeOf(element, name);
  if (!text) return undefined;
  const read = readTruth(text);
  if ('value' in read) return read.value;
  draft.note(element, read.problem, 'read as no');
  return false;
}

/** Sets a detail to an amount or a percentage, from text or `@value`; an empty element is ignored. */
export const amountDetail = (path: string): ElementReader =>
  single((element, draft) => {
    const text = attributeOrText(element, 'value').replace(/(?<!\s)\s*%(?:\s*(?:net|gross|p\.?a\.?))*$/i, '');
    if (text === '') draft.put(path, null, element);
    else draft.putRead(path, readAmountInWords(text.replace(/\bbond\b/gi, '').trim()), element);
  });

/**
 * Reads elements with ids as changes of a list of texts: with content they add or replace a text, without they remove
 * it. One element without an id is the first text, as in the format; several are the whole list.
 */
export const textItems =
  (list: TextList, textOf: (element: FeedElement) => string): ElementReader =>
  (found, draft) => {
    const [first] = found;
    if (!first) return;
    if (found.length > 1 && !found.some(hasId)) {
      draft.put(list, [...new Set(found.map(textOf).filter(Boolean))], first);
      return;
    }
    const changes = draft.changesOf(list, first);
    for (const element of found.toSorted((one, other) => compareIds(idOf(one), idOf(other)))) {
      const text = textOf(element);
      if (text !== '') changes.set(idOf(element), text);
      else if (hasId(element)) changes.remove(idOf(element));
    }
  };

/** The id of an element; the format's default is 1. */
export const idOf = (element: FeedElement): string => attributeOf(element, 'id') || '1';

export const hasId = (element: FeedElement): boolean => Boolean(attributeOf(element, 'id'));

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

interface AmountRange {
  readonly min: number;
  readonly max: number;
}

/** Two amounts with a separator: `500000-600000`, `$500,000 to $600,000`. */
const BETWEEN = /^(.{1,40}?)\s*(?:[-~\u2010-\u2015\u2212]|\bto\b)\s*(.{1,40})$/i;

const inOrder = (one: number, other: number): AmountRange => ({ min: Math.min(one, other), max: Math.max(one, other) });

/** The range given in a text; undefined when it is not a range. */
export function rangeIn(text: string): AmountRange | undefined {
  const [, from = '', to = ''] = BETWEEN.exec(text) ?? [];
  const [min, max] = [readAmount(from), readAmount(to)];
  return 'value' in min && 'value' in max ? inOrder(min.value, max.value) : undefined;
}

/**
 * The `range` of an element with `min` and `max`. Undefined without one; a range that lacks one of the two is noted.
 */
export function rangeOf(element: FeedElement, draft: Draft): AmountRange | undefined {
  const range = childOf(element, 'range');
  if (!range) return undefined;
  const [min, max] = ['min', 'max'].map((name) => {
    const child = childOf(range, name);
    if (child && child.text !== '') return draft.accept(readAmount(oneLine(child.text)), child);
    draft.note(range, `has no ${name}`);
    return undefined;
  });
  return min === undefined || max === undefined ? undefined : inOrder(min, max);
}
