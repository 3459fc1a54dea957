import type { FeedElement } from '../feed.types.js';
import { quoted, readAmount } from '../values/numbers.js';
import { attributeOf, childOf, oneLine, type ElementReader } from './element.js';
import type { Draft } from './draft.js';
import { rangeOf } from './ranges.js';
import { isShownBy, single } from './readers.js';
import { readTime } from './times.js';
import { putDisplay, putPrice, putTruth, putWords, writtenPrice } from './written-price.js';

/** `price` with `@display`, `@tax` and `@plusSAV`, or a range of prices. */
export const price = single((element, draft) => {
  putWords(putPrice(['price.value', 'details.priceRange'], element, draft), element, draft);
  putDisplay('price.display', element, draft);
  putAttribute('details.priceTax', element, 'tax', draft);
  putTruth('details.plusSAV', element, 'plusSAV', draft);
});

const PER_SQUARE_METRE = /(?:per|p\/?|\/)\s?(?:sq\.?\s?m|square met|m2|m²)|\bpsm\b/i;

/** `commercialRent` with `@tax`; the default period is a year. Words may say that it is for a square metre. */
export const commercialRent = single((element, draft) => {
  const square = childOf(element, 'rentPerSquareMetre');
  if (square) draft.put('details.rentPerSquareMetre', rangeOf(square, draft) ?? null, square);
  const written = element.text !== '' || !square ? writtenPrice(element, draft, true) : undefined;
  const { value, range = value === undefined ? undefined : { min: value, max: value } } = written ?? {};
  const isPerSquareMetre = PER_SQUARE_METRE.test(element.text);
  if (isPerSquareMetre) draft.put('details.rentPerSquareMetre', range ?? null, element);
  if (written) draft.put('commercialRent.value', (isPerSquareMetre ? undefined : value) ?? null, element);
  putWords(written, element, draft);
  draft.put('commercialRent.period', written?.period ?? (attributeOf(element, 'period') || 'annual'), element);
  const tax = attributeOf(element, 'tax');
  if (tax !== undefined) draft.put('commercialRent.tax', tax, element);
  putTruth('details.plusOutgoings', element, 'plusOutgoings', draft);
});

/** `outgoings` with `@period`. */
export const outgoings = single((element, draft) => {
  draft.put('outgoings', oneLine(element.text), element);
  putAttribute('details.outgoingsPeriod', element, 'period', draft);
});

/** `businessLease` by its periods. */
export const businessLease: ElementReader = (found, draft) => {
  const leases = found
    .filter(({ text }) => text !== '')
    .map((element) => ({
      price: draft.accept(readAmount(oneLine(element.text)), element),
      period: attributeOf(element, 'period') ?? '',
    }));
  draft.put('details.businessLeases', leases, found[0]);
};

/** `soldDetails`: `price` or `soldPrice`, also a range, `date` or `soldDate`. */
export const soldDetails = single((element, draft) => {
  const sold = childOf(element, 'soldPrice') ?? childOf(element, 'price');
  if (sold) {
    const { words, value } = putPrice(['soldDetails.price', 'soldDetails.range'], sold, draft) ?? {};
    if (words !== undefined && value === undefined) draft.note(sold, `${quoted(words)} is not a number`);
    const display = attributeOf(sold, 'display')?.toLowerCase();
    const isShown = display === 'range' || isShownBy(sold, 'display', draft);
    if (isShown !== undefined)
      draft.put('soldDetails.display', display === 'range' ? display : isShown ? 'yes' : 'no', sold);
    putTruth('soldDetails.plusSAV', sold, 'plusSAV', draft);
  }
  const date = childOf(element, 'soldDate') ?? childOf(element, 'date');
  if (date) draft.times.sold = readTime(date.text, date, draft, draft.times.sold);
});

function putAttribute(path: string, element: FeedElement, name: string, draft: Draft): void {
  const text = attributeOf(element, name);
  if (text) draft.put(path, text, element);
}
