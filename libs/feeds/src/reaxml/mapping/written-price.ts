import type { FeedElement } from '../feed.types.js';
import { quoted, readAmount } from '../values/numbers.js';
import { readPriceText, type PriceText } from '../values/price-text.js';
import { readTruth } from '../values/truth.js';
import type { Draft } from './draft.js';
import { attributeOf, childOf, oneLine } from './element.js';
import type { ListingPatch } from './listing-patch.js';
import { rangeIn, rangeOf } from './ranges.js';
import { isShownBy } from './readers.js';

/** The text of a price; `words`: it is more than an amount. */
export interface WrittenPrice extends PriceText {
  readonly words?: string;
}

/** Reads a price that may have words around it. Undefined, with a note, for an amount below 0. */
export function writtenPrice(element: FeedElement, draft: Draft, isRent: boolean): WrittenPrice | undefined {
  const text = oneLine(element.text);
  if (text === '') return {};
  const amount = readAmount(text);
  // "AUD 750,000" is shown as it is written; "7.5e5" is a number.
  if ('value' in amount) return /^a/i.test(text) ? { ...amount, words: text } : amount;
  if (amount.isNegative) return draft.accept<WrittenPrice>(amount, element);
  const read = readPriceText(text, isRent);
  const range = read.range ?? (isRent ? rangeIn(text) : undefined);
  return { ...read, ...(range && { range }), words: text };
}

/** Sets an amount and a range, given as elements or in words. An empty element clears both. */
export function putPrice(
  [path, rangePath]: readonly [path: string, rangePath: string],
  element: FeedElement,
  draft: Draft,
): WrittenPrice | undefined {
  const written = writtenPrice(element, draft, false);
  if (written === undefined) return undefined;
  const range = rangeOf(element, draft) ?? written.range;
  if (range === undefined && oneLine(element.text) === '' && childOf(element, 'range')) return written;
  draft.put(rangePath, range ?? null, element);
  draft.put(path, (written.range ? undefined : written.value) ?? null, element);
  return written;
}

/** Remembers the words of a price for `priceView`; the first ones count. */
export function putWords(written: WrittenPrice | undefined, element: FeedElement, draft: Draft): void {
  const { words, value, range } = written ?? {};
  if (words !== undefined) draft.priceWords ??= { words, isAmount: (value ?? range) !== undefined, element };
}

/** The words of a price become `priceView`, unless the entry gives one. */
export function settlePriceWords(draft: Draft): void {
  if (!draft.priceWords) return;
  const { words, isAmount, element } = draft.priceWords;
  const { price }: ListingPatch = draft.patch;
  const isShown = !price?.priceView;
  if (isShown) {
    draft.put('price.priceView', words, element);
    draft.put('feed.viewFromWords', true);
  }
  if (!isAmount) draft.note(element, `${quoted(words)} is not a number`, isShown ? 'kept as priceView' : undefined);
}

/** The default of `display` is `yes` each time. */
export const putDisplay = (path: string, element: FeedElement, draft: Draft): void =>
  draft.put(path, isShownBy(element, 'display', draft) ?? true, element);

/** Sets a field to an attribute that says yes or no. */
export function putTruth(path: string, element: FeedElement, name: string, draft: Draft): void {
  const text = attributeOf(element, name);
  if (text) draft.putRead(path, readTruth(text), element);
}
