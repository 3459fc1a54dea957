import { closingKind, rentPeriodOf, weeklyRent } from '@app/listings';
import { textIds } from '../items/listing-lists.js';
import { ruralParts } from '../mapping/features.js';
import { around, empty, leaf, dateText, type Markup, yesNo, type OutgoingListing } from './markup.js';
import type { Names } from './revisions.js';

type Line = OutgoingListing['line'];

type TextName = { [K in keyof Line]: Line[K] extends string ? K : never }[keyof Line];

/** Fields that are an attribute of the element of their name. */
const inAttributes = (attribute: string, ...names: NonNullable<TextName>[]) =>
  Object.fromEntries(
    names.map((name) => [name, ({ line }: OutgoingListing) => empty(name, { [attribute]: line[name] || undefined })]),
  );

/** Kind, status and terms of a listing. */
export const TERMS = {
  agentID: ({ line }: OutgoingListing) => leaf('agentID', line.agentID),
  ...inAttributes('value', 'authority', 'exclusivity', 'commercialListingType'),
  ...inAttributes('name', 'category', 'landCategory', 'ruralCategory'),
  uniqueID: ({ line }: OutgoingListing) => leaf('uniqueID', line.uniqueID),
  commercialAuthority: ({ line }: OutgoingListing) => {
    const authority = line.commercialAuthority || (line.authority ?? '');
    return empty('commercialAuthority', { value: authority.replace(/^expressions?\W?of\W?interest$/i, 'eoi') });
  },
  tenancy: ({ line }: OutgoingListing) => leaf('tenancy', line.tenancy || undefined),
  underOffer: ({ line }: OutgoingListing) => empty('underOffer', { value: yesNo(line.underOffer) }),
  newConstruction: ({ line }: OutgoingListing) => leaf('newConstruction', line.newConstruction ? 1 : 0),
  holidayCategory: ({ line }: OutgoingListing) => empty('holidayCategory', { name: line.category }),
  commercialCategory: ({ line }: OutgoingListing) =>
    line.commercialCategory.map((name, at) =>
      empty('commercialCategory', { id: textIds(line, 'commercialCategory')[at], name }),
    ),
  businessCategory: ({ line }: OutgoingListing) =>
    line.businessCategory.map((name, at) => {
      const subs = line.details?.businessSubCategory?.filter(({ category }) => category === name) ?? [];
      const elements = subs.map((sub) => around('businessSubCategory', [leaf('name', sub.name)]));
      return around('businessCategory', [leaf('name', name), ...elements], {
        id: textIds(line, 'businessCategory')[at],
      });
    }),
  headline: ({ line }: OutgoingListing) => leaf('headline', line.headline || undefined),
  description: ({ line }: OutgoingListing) => leaf('description', line.description || undefined),
  ruralFeatures: ({ line: { ruralFeatures: text } }: OutgoingListing) => {
    const parts = Object.entries(text === '' ? {} : ruralParts(text)).map(([name, part]) => leaf(name, part));
    return parts.length === 0 ? undefined : around('ruralFeatures', parts);
  },
  // The authority determines the meaning of the date.
  auction: ({ line, timeZone }: OutgoingListing, elements: Names) => {
    const { kind, date } = line.details?.closing ?? {};
    const isSaid = kind === closingKind(line) && elements.has(kind === 'setSale' ? 'authority' : 'commercialauthority');
    const at = line.auctionDetails.date ?? (isSaid ? date : undefined);
    return empty('auction', { date: dateText(at, timeZone) });
  },
};

/** Agents and inspections. */
export const VISITS = {
  listingAgent: ({ agents }: OutgoingListing) =>
    agents.map(({ uniqueListingAgentID, agentID, name, email, telephones, profileVisibility, order }, at) => {
      const calls = telephones.map(({ number, type }) => leaf('telephone', number, { type: type || undefined }));
      const [office, mail, person] = [agentID, email, uniqueListingAgentID].map((text) => text || undefined);
      const ids = [leaf('agentID', office), leaf('uniqueListingAgentID', person)];
      const attributes = { id: order ?? at + 1, displayAgentProfile: yesNo(profileVisibility) };
      return around('listingAgent', [...ids, leaf('name', name), ...calls, leaf('email', mail)], attributes);
    }),
  inspectionTimes: ({ line, timeZone }: OutgoingListing) => {
    const inspections = line.inspectionTimes.map(({ dateFrom, dateTo }) =>
      leaf('inspection', spanText(dateText(dateFrom, timeZone), dateText(dateTo, timeZone))),
    );
    return inspections.length === 0 ? undefined : around('inspectionTimes', inspections);
  },
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats an inspection: "21-Dec-2010 11:00am to 1:00pm". The end has its own date if it is another day. */
function spanText(from: string, to: string): string {
  const end = from.slice(0, 10) === to.slice(0, 10) ? clockOf(to) : `${dayOf(to)} ${clockOf(to)}`;
  return `${dayOf(from)} ${clockOf(from)} to ${end}`;
}

const dayOf = (date: string): string =>
  `${date.slice(8, 10)}-${MONTHS[Number(date.slice(5, 7)) - 1]}-${date.slice(0, 4)}`;

/** Formats a time of day: "11:00am", with seconds if they are not 0. */
function clockOf(date: string): string {
  const hour = Number(date.slice(11, 13));
  const seconds = date.slice(16, 19) === ':00' ? '' : date.slice(16, 19);
  return `${hour % 12 || 12}${date.slice(13, 16)}${seconds}${hour < 12 ? 'am' : 'pm'}`;
}

type AmountRange = NonNullable<NonNullable<Line['details']>['priceRange']>;

/** A `range` element. */
export const rangeOf = (range: AmountRange | undefined): Markup | undefined =>
  range && around('range', [leaf('min', range.min), leaf('max', range.max)]);

/** Prices and rents. */
export const PRICES = {
  price: ({ line: { price, details = {} } }: OutgoingListing) => {
    const { priceRange, plusSAV } = details;
    if (price.display && [price.value, priceRange, plusSAV].every((given) => given === undefined)) return undefined;
    const attributes = { display: yesNo(price.display), plusSAV: yesNo(plusSAV) };
    return around('price', [rangeOf(priceRange)], attributes, price.value);
  },
  // A hidden rent that cannot be said hides its words as well.
  priceView: ({ line: { price, details } }: OutgoingListing) =>
    price.rent?.display === false && !rent(price.rent, details?.priceRange)
      ? undefined
      : leaf('priceView', price.priceView || undefined),
  rent: ({ line }: OutgoingListing) => rents(line),
  dateAvailable: ({ line: { price }, timeZone }: OutgoingListing) =>
    leaf('dateAvailable', dateText(price.rent?.available, timeZone)),
  commercialRent: ({ line: { commercialRent, details } }: OutgoingListing) => {
    const { rentPerSquareMetre, plusOutgoings } = details ?? {};
    if (!commercialRent && !rentPerSquareMetre && plusOutgoings === undefined) return undefined;
    const square = rentPerSquareMetre && around('rentPerSquareMetre', [rangeOf(rentPerSquareMetre)]);
    const { value, period } = commercialRent ?? {};
    const annual = value === undefined ? '' : rentFor('annual', value, period || 'annual');
    if (annual === undefined) return undefined;
    return around('commercialRent', [square], { period: 'annual', plusOutgoings: yesNo(plusOutgoings) }, annual);
  },
  outgoings: ({ line: { outgoings, details } }: OutgoingListing) =>
    leaf('outgoings', outgoings || (details?.outgoingsPeriod && ''), { period: details?.outgoingsPeriod }),
  soldDetails: ({ line: { soldDetails }, timeZone }: OutgoingListing) => {
    const { price, date, range, display, plusSAV } = soldDetails ?? {};
    // Only `price` has a range and `plusSAV`, and only `soldPrice` the display of a range.
    const isPrice = (range ?? plusSAV) !== undefined && display !== 'range';
    const sold = isPrice
      ? around('price', [rangeOf(range)], { display, plusSAV: yesNo(plusSAV) }, price)
      : leaf('soldPrice', price ?? (display && ''), { display });
    return soldDetails && around('soldDetails', [sold, leaf('soldDate', dateText(date, timeZone))]);
  },
};

/** A rent for another period, if it is exact to the cent. Nights have no other period. */
function rentFor(unit: string, amount: number, period: string): number | undefined {
  // How often a year the rent is paid.
  const [from = NaN, to = NaN] = [period, unit].map((one) => weeklyRent(52, one));
  if (from === to) return amount;
  const converted = (amount * from) / to;
  const exact = Math.round(converted * 100) / 100;
  return Math.abs(exact - converted) < 1e-6 ? exact : undefined;
}

type Rent = Omit<NonNullable<Line['price']['rent']>, 'available'>;

/** A rent for a week or a month. The format has no range of rents, so the range is written in words. */
function rent({ price, period, display }: Rent, range?: AmountRange): Markup | undefined {
  const amounts = price === undefined ? [range?.min, range?.max].filter((limit) => limit !== undefined) : [price];
  if (amounts.length === 0 && period === '' && display) return undefined;
  const units = weeklyRent(52, period) === weeklyRent(52, 'month') ? ['month'] : ['week', 'month'];
  const unit = units.find((one) => [0, ...amounts].every((amount) => rentFor(one, amount, period) !== undefined));
  const text = amounts.map((amount) => rentFor(unit ?? '', amount, period)).join(' - ');
  return unit === undefined ? unit : leaf('rent', text, { period: unit, display: yesNo(display) });
}

/** The main rent is first, because readers take the first weekly rent. If it cannot be said, there is none. */
function rents({ price, details }: Line): Markup['children'] {
  const main = price.rent && rent(price.rent, details?.priceRange);
  if (price.rent?.price !== undefined && !main) return [];
  // A converted rent could become the main one.
  const others = details?.otherRents?.filter(({ period }) => /^(week|month)ly$/.test(rentPeriodOf(period) ?? '')) ?? [];
  return [main, ...others.map((other) => (other.price === undefined ? undefined : rent(other)))];
}
