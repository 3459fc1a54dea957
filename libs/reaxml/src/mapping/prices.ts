import { rentPeriodOf } from '@app/listings';
import type { FeedElement } from '../feed.types.js';
import { quoted, readAmount, readTruth } from '../values/numbers.js';
import { readAmountInWords, readPriceText, type PriceText } from '../values/price-text.js';
import type { Draft } from './draft.js';
import { attributeOf, childOf, oneLine, type ElementReader } from './element.js';
import type { ListingPatch } from './listing-patch.js';
import { isDisplayed, rangeIn, rangeOf, single } from './readers.js';
import { readTime } from './times.js';

/** The text of a price; `words`: whether it is more than an amount. */
interface WrittenPrice extends PriceText {
  readonly words?: string;
}

const TELEPHONE = /^(?:0[2-478]|1[38]00)(?: ?\d){6,8}$/;

/** Reads a price that may have words around it. Undefined, with a note, for an amount below 0. */
function writtenPrice(element: FeedElement, draft: Draft, isRent: boolean): WrittenPrice | undefined {
  const text = oneLine(element.text);
  if (text === '') return {};
  if (TELEPHONE.test(text)) return { words: text };
  const amount = readAmount(text);
  // "AUD 750,000" is shown as it is written; "7.5e5" is a number.
  if ('value' in amount) return /^a/i.test(text) ? { ...amount, words: text } : amount;
  if (amount.isNegative) return draft.accept<WrittenPrice>(amount, element);
  const read = readPriceText(text, isRent);
  const range = read.range ?? (isRent ? rangeIn(text) : undefined);
  return { ...read, ...(range && { range }), words: text };
}

/** Sets an amount and a range, given as elements or in words. An empty element clears both. */
function putPrice(
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
function putWords(written: WrittenPrice | undefined, element: FeedElement, draft: Draft): void {
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
const putDisplay = (path: string, element: FeedElement, draft: Draft): void =>
  draft.put(path, isDisplayed(element, 'display', draft) ?? true, element);

/** Sets a field to an attribute that says yes or no. */
function putTruth(path: string, element: FeedElement, name: string, draft: Draft): void {
  const text = attributeOf(element, name);
  if (text) draft.putRead(path, readTruth(text), element);
}

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
      price: draft.accept(readAmountInWords(oneLine(element.text)), element),
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
    const isShown = display === 'range' || isDisplayed(sold, 'display', draft);
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

/** A rent: its text, and its period by its words or the attribute. */
interface WrittenRent {
  readonly element: FeedElement;
  readonly written: WrittenPrice | undefined;
  readonly period: string | undefined;
}

/** `rent`, by period: a rental has one price, and the weekly one is preferred; the others go to `details`. */
export const rent: ElementReader = (found, draft) => {
  const rents = found.map((element): WrittenRent => {
    const written = writtenPrice(element, draft, true);
    return { element, written, period: written?.period ?? periodOf(element) };
  });
  const main = draft.listingType === 'rental' ? mainRent(rents) : undefined;
  if (main) putMainRent(main, draft);
  const others = rents.filter((one) => one !== main && one.element.text !== '');
  draft.put(
    'details.otherRents',
    others.map((one) => otherRent(one, draft)),
    found[0],
  );
};

/** A rent with an amount, by the week if there is one. */
function mainRent(rents: readonly WrittenRent[]): WrittenRent | undefined {
  const priced = rents.filter(({ written }) => written?.value);
  const among = priced.length > 0 ? priced : rents;
  return among.find(({ period }) => period === 'weekly') ?? among[0];
}

function putMainRent({ element, written, period }: WrittenRent, draft: Draft): void {
  if (written) {
    draft.put('price.rent.price', (written.range ? undefined : written.value) ?? null, element);
    draft.put('details.priceRange', written.range ?? null, element);
  }
  putWords(written, element, draft);
  if (period !== undefined) draft.put('price.rent.period', period, element);
  putDisplay('price.rent.display', element, draft);
}

function otherRent({ element, written, period = '' }: WrittenRent, draft: Draft) {
  if (written?.words !== undefined && written.value === undefined)
    draft.note(element, `${quoted(written.words)} is not a number`);
  return {
    price: written?.range ? undefined : written?.value,
    period,
    display: isDisplayed(element, 'display', draft),
  };
}

/** REAXML has both `week` and `weekly`, `month` and `monthly`: one word of each is stored. */
function periodOf(element: FeedElement): string | undefined {
  const period = attributeOf(element, 'period');
  return period === undefined ? undefined : (rentPeriodOf(period) ?? period.toLowerCase());
}

/** `dateAvailable` of a rental. */
export const dateAvailable = single((element, draft) => {
  if (draft.listingType !== 'rental') {
    draft.note(element, 'is only of rentals');
    return;
  }
  const text = element.text.replace(/^(?:available\s+)?(?:from\s+)?(?=\d)/i, '');
  draft.times.available = readTime(text, element, draft, draft.times.available);
});
