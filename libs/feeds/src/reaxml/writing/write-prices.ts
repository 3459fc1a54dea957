import { around, leaf } from './markup.js';
import { dateText, yesNo, type OutgoingListing } from './outgoing.js';

/** What a listing costs. */
export const PRICES = {
  price: ({ line: { price } }: OutgoingListing) =>
    price.value === undefined && price.display
      ? ''
      : leaf('price', price.value ?? '', { display: yesNo(price.display) }),
  priceView: ({ line: { price } }: OutgoingListing) =>
    price.priceView === '' ? '' : leaf('priceView', price.priceView),
  rent: ({ line }: OutgoingListing) => rent(line),
  dateAvailable: ({ line: { price }, timeZone }: OutgoingListing) =>
    price.rent?.available ? leaf('dateAvailable', dateText(price.rent.available, timeZone)) : '',
  commercialRent: ({ line: { commercialRent } }: OutgoingListing) =>
    commercialRent
      ? leaf('commercialRent', commercialRent.value ?? '', {
          period: commercialRent.period || 'annual',
          tax: commercialRent.tax || undefined,
        })
      : '',
  soldDetails: ({ line: { soldDetails }, timeZone }: OutgoingListing) => {
    const { price, date } = soldDetails ?? {};
    const parts = [
      ...(price === undefined ? [] : [leaf('price', price)]),
      ...(date ? [leaf('date', dateText(date, timeZone))] : []),
    ];
    return parts.length === 0 ? '' : around('soldDetails', parts);
  },
};

function rent({ price }: OutgoingListing['line']): string {
  if (!price.rent) return '';
  const { price: value, period, display } = price.rent;
  if (value === undefined && period === '' && display) return '';
  return leaf('rent', value ?? '', { period: period || undefined, display: yesNo(display) });
}
