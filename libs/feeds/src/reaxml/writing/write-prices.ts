import { around, leaf, leafAround } from './markup.js';
import { dateText, yesNo, type OutgoingListing } from './outgoing.js';

type Line = OutgoingListing['line'];
type AmountRange = NonNullable<NonNullable<Line['details']>['priceRange']>;

/** A `range` element. */
export const rangeText = (range: AmountRange | undefined): string =>
  range ? around('range', [leaf('min', range.min), leaf('max', range.max)]) : '';

const truthText = (value: boolean | undefined): string | undefined => (value === undefined ? undefined : yesNo(value));

/** Prices and rents. */
export const PRICES = {
  price: ({ line: { price, details = {} } }: OutgoingListing) => {
    const { priceRange, priceTax, plusSAV } = details;
    const others = [price.value, priceRange, priceTax, plusSAV];
    if (price.display && others.every((given) => given === undefined)) return '';
    const attributes = { display: yesNo(price.display), tax: priceTax, plusSAV: truthText(plusSAV) };
    return leafAround('price', price.value ?? '', rangeText(priceRange), attributes);
  },
  priceView: ({ line: { price } }: OutgoingListing) =>
    price.priceView === '' ? '' : leaf('priceView', price.priceView),
  rent: ({ line }: OutgoingListing) => rents(line),
  dateAvailable: ({ line: { price }, timeZone }: OutgoingListing) =>
    price.rent?.available ? leaf('dateAvailable', dateText(price.rent.available, timeZone)) : '',
  commercialRent: ({ line: { commercialRent, details } }: OutgoingListing) => {
    const { rentPerSquareMetre, plusOutgoings } = details ?? {};
    if (!commercialRent && !rentPerSquareMetre && plusOutgoings === undefined) return '';
    const square = rentPerSquareMetre ? around('rentPerSquareMetre', [rangeText(rentPerSquareMetre)]) : '';
    return leafAround('commercialRent', commercialRent?.value ?? '', square, {
      period: commercialRent?.period || 'annual',
      plusOutgoings: truthText(plusOutgoings),
      tax: commercialRent?.tax || undefined,
    });
  },
  outgoings: ({ line: { outgoings, details } }: OutgoingListing) =>
    outgoings === '' && details?.outgoingsPeriod === undefined
      ? ''
      : leaf('outgoings', outgoings, { period: details?.outgoingsPeriod }),
  soldDetails: ({ line: { soldDetails }, timeZone }: OutgoingListing) => {
    const { price, date, range, display, plusSAV } = soldDetails ?? {};
    const isGiven = [price, range, display, plusSAV].some((given) => given !== undefined);
    const attributes = { display, plusSAV: truthText(plusSAV) };
    const parts = [
      ...(isGiven ? [leafAround('soldPrice', price ?? '', rangeText(range), attributes)] : []),
      ...(date ? [leaf('soldDate', dateText(date, timeZone))] : []),
    ];
    return parts.length === 0 ? '' : around('soldDetails', parts);
  },
};

/** The main rent first: a reader takes the first weekly one. */
function rents({ price, details }: Line): string {
  const others = (details?.otherRents ?? []).map((other) => rent(other));
  return [price.rent ? rent(price.rent, details?.priceRange) : '', ...others].join('');
}

type Rent = Omit<NonNullable<Line['price']['rent']>, 'available'>;

/** The format has no range of rents, so words say it. */
function rent({ price, period, display }: Rent, range?: AmountRange): string {
  const text = price ?? (range ? `${range.min} - ${range.max}` : '');
  if (text === '' && period === '' && display) return '';
  return leaf('rent', text, { period: period || undefined, display: yesNo(display) });
}
