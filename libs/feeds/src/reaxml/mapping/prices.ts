import type { FeedElement } from '../feed.types.js';
import { readAmount } from '../values/numbers.js';
import { readLocalTime } from '../values/local-time.js';
import { readTruth } from '../values/truth.js';
import { attributeOf, childOf, oneLine } from './element.js';
import type { Draft } from './draft.js';
import { plainOf } from './extras.js';
import { single } from './readers.js';
import { readTime } from './times.js';

/** `price` with `@display`; `@tax` and `@plusSAV` have no place in a listing. */
export const price = single((element, draft) => {
  putAmount('price.value', element, draft);
  putDisplay('price.display', element, draft);
  keepAttributes(element, ['tax', 'plusSAV'], draft);
});

/** `rent` by its periods: a listing has one, the weekly one before others. */
export const rent = (found: readonly FeedElement[], draft: Draft): void => {
  const element = found.find((one) => periodOf(one) === 'weekly') ?? found[0];
  if (!element) return;
  const others = found.filter((one) => one !== element);
  if (others.length > 0)
    draft.keep(
      'otherRents',
      others.map((one) => plainOf(one)),
    );
  if (draft.listingType !== 'rental') {
    draft.keep('rent', plainOf(element));
    return;
  }
  putAmount('price.rent.price', element, draft);
  const period = periodOf(element);
  if (period !== undefined) draft.put('price.rent.period', period, element);
  putDisplay('price.rent.display', element, draft);
};

/** `commercialRent` with `@tax`; its period is a year unless it says something else. */
export const commercialRent = single((element, draft) => {
  const range = childOf(element, 'rentPerSquareMetre');
  if (range) draft.keep(range.name, plainOf(range));
  if (element.text !== '' || !range) putAmount('commercialRent.value', element, draft);
  draft.put('commercialRent.period', attributeOf(element, 'period') || 'annual', element);
  const tax = attributeOf(element, 'tax');
  if (tax !== undefined) draft.put('commercialRent.tax', tax, element);
  keepAttributes(element, ['plusOutgoings'], draft);
});

/** `soldDetails`: `price` or `soldPrice`, `date` or `soldDate`. */
export const soldDetails = single((element, draft) => {
  const sold = childOf(element, 'soldPrice') ?? childOf(element, 'price');
  if (sold) {
    putAmount('soldDetails.price', sold, draft);
    keepAttributes(sold, ['display', 'plusSAV'], draft, 'soldPrice');
  }
  const date = childOf(element, 'soldDate') ?? childOf(element, 'date');
  if (date) draft.times.sold = readTime(date.text, date, draft, draft.times.sold);
});

function putAmount(path: string, element: FeedElement, draft: Draft): void {
  const text = oneLine(element.text);
  if (text === '') draft.put(path, null, element);
  else draft.putRead(path, readAmount(text), element);
}

function putDisplay(path: string, element: FeedElement, draft: Draft): void {
  const display = attributeOf(element, 'display');
  if (display) draft.putRead(path, readTruth(display), element);
}

function keepAttributes(element: FeedElement, names: readonly string[], draft: Draft, owner = element.name): void {
  for (const name of names) {
    const value = attributeOf(element, name);
    if (value) draft.keep(`${owner}.${name}`, value);
  }
}

/** REAXML has `week` and `weekly`, `month` and `monthly` for the same: a listing has the longer word. */
function periodOf(element: FeedElement): string | undefined {
  const period = attributeOf(element, 'period');
  return period?.replace(/^(week|month|year)$/i, '$1ly').toLowerCase();
}

/** `dateAvailable` of a rental. */
export const dateAvailable = single((element, draft) => {
  if (draft.listingType !== 'rental') {
    draft.keep(element.name, readLocalTime(element.text) ?? '');
    return;
  }
  draft.times.available = readTime(element.text, element, draft, draft.times.available);
});
