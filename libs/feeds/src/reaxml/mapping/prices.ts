import type { FeedElement } from '../feed.types.js';
import { readAmount } from '../values/numbers.js';
import { readTruth } from '../values/truth.js';
import { attributeOf, childOf, oneLine, type ElementReader } from './element.js';
import type { Draft } from './draft.js';
import { putAmountOrRange, rangeOf } from './ranges.js';
import { single } from './readers.js';
import { readTime } from './times.js';

/** `price` with `@display`, `@tax` and `@plusSAV`, or a range of prices. */
export const price = single((element, draft) => {
  putAmountOrRange(['price.value', 'details.priceRange'], element, draft);
  putTruth('price.display', element, 'display', draft);
  putAttribute('details.priceTax', element, 'tax', draft);
  putTruth('details.plusSAV', element, 'plusSAV', draft);
});

/** `rent`, by period: a rental has one price, and the weekly one is preferred; the others go to `details`. */
export const rent: ElementReader = (found, draft) => {
  const isRental = draft.listingType === 'rental';
  const main = isRental ? (found.find((one) => periodOf(one) === 'weekly') ?? found[0]) : undefined;
  if (main) {
    putAmount('price.rent.price', main, draft);
    const period = periodOf(main);
    if (period !== undefined) draft.put('price.rent.period', period, main);
    putTruth('price.rent.display', main, 'display', draft);
  }
  const others = found.filter((one) => one !== main && one.text !== '');
  draft.put(
    'details.otherRents',
    others.map((one) => otherRent(one, draft)),
    found[0],
  );
};

function otherRent(element: FeedElement, draft: Draft) {
  const display = attributeOf(element, 'display');
  return {
    price: draft.accept(readAmount(oneLine(element.text)), element),
    period: periodOf(element) ?? '',
    display: display ? draft.accept(readTruth(display), element) : undefined,
  };
}

/** `commercialRent` with `@tax`; the default period is a year. */
export const commercialRent = single((element, draft) => {
  const square = childOf(element, 'rentPerSquareMetre');
  if (square) draft.put('details.rentPerSquareMetre', rangeOf(square, draft) ?? null, square);
  if (element.text !== '' || !square) putAmount('commercialRent.value', element, draft);
  draft.put('commercialRent.period', attributeOf(element, 'period') || 'annual', element);
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
    putAmountOrRange(['soldDetails.price', 'soldDetails.range'], sold, draft);
    const display = attributeOf(sold, 'display')?.toLowerCase();
    if (display === 'range') draft.put('soldDetails.display', display, sold);
    else if (display) {
      const isShown = draft.accept(readTruth(display), sold);
      if (isShown !== undefined) draft.put('soldDetails.display', isShown ? 'yes' : 'no', sold);
    }
    putTruth('soldDetails.plusSAV', sold, 'plusSAV', draft);
  }
  const date = childOf(element, 'soldDate') ?? childOf(element, 'date');
  if (date) draft.times.sold = readTime(date.text, date, draft, draft.times.sold);
});

function putAmount(path: string, element: FeedElement, draft: Draft): void {
  const text = oneLine(element.text);
  if (text === '') draft.put(path, null, element);
  else draft.putRead(path, readAmount(text), element);
}

function putTruth(path: string, element: FeedElement, name: string, draft: Draft): void {
  const text = attributeOf(element, name);
  if (text) draft.putRead(path, readTruth(text), element);
}

function putAttribute(path: string, element: FeedElement, name: string, draft: Draft): void {
  const text = attributeOf(element, name);
  if (text) draft.put(path, text, element);
}

/** REAXML has both `week` and `weekly`, `month` and `monthly`: the longer word is stored. */
function periodOf(element: FeedElement): string | undefined {
  const period = attributeOf(element, 'period');
  return period?.replace(/^(week|month|year)$/i, '$1ly').toLowerCase();
}

/** `dateAvailable` of a rental. */
export const dateAvailable = single((element, draft) => {
  if (draft.listingType !== 'rental') {
    draft.note(element, 'is only of rentals');
    return;
  }
  draft.times.available = readTime(element.text, element, draft, draft.times.available);
});
