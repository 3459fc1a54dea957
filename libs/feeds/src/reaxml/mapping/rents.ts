import { rentPeriodOf } from '@app/listings';
import type { FeedElement } from '../feed.types.js';
import { quoted } from '../values/numbers.js';
import type { Draft } from './draft.js';
import { attributeOf, type ElementReader } from './element.js';
import { isShownBy, single } from './readers.js';
import { readTime } from './times.js';
import { putDisplay, putWords, writtenPrice, type WrittenPrice } from './written-price.js';

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
    display: isShownBy(element, 'display', draft),
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
  draft.times.available = readTime(element.text, element, draft, draft.times.available);
});
