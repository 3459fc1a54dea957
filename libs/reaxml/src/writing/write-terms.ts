import { closingKind } from '@app/listings';
import { textIds } from '../items/listing-lists.js';
import { ruralParts } from '../mapping/features.js';
import { around, empty, leaf, dateText, yesNo, leafAround, type OutgoingListing } from './markup.js';

type Line = OutgoingListing['line'];

/** The texts of a list with their ids. */
const withIds = (
  line: Line,
  list: 'commercialCategory' | 'businessCategory',
  write: (text: string, id: string) => string,
): string => {
  const ids = textIds(line, list);
  return line[list].map((text, at) => write(text, ids[at] ?? '')).join('');
};

type TextName = { [K in keyof Line]: Line[K] extends string ? K : never }[keyof Line];

/** Fields that are an attribute of the element of their name. */
const inAttributes = (attribute: string, ...names: NonNullable<TextName>[]) =>
  Object.fromEntries(
    names.map((name) => [name, ({ line }: OutgoingListing) => attributeOf(name, attribute, line[name] ?? '')]),
  );
const attributeOf = (name: string, attribute: string, text: string): string =>
  text === '' ? '' : empty(name, { [attribute]: text });
const textOf = (name: string, text: string): string => (text === '' ? '' : leaf(name, text));

/** Kind, status and terms of a listing. */
export const TERMS = {
  agentID: ({ line }: OutgoingListing) => leaf('agentID', line.agentID),
  ...inAttributes('value', 'authority', 'commercialAuthority', 'exclusivity', 'tenancy', 'commercialListingType'),
  ...inAttributes('name', 'category', 'landCategory', 'ruralCategory'),
  uniqueID: ({ line }: OutgoingListing) => leaf('uniqueID', line.uniqueID),
  underOffer: ({ line }: OutgoingListing) => empty('underOffer', { value: yesNo(line.underOffer) }),
  newConstruction: ({ line }: OutgoingListing) => leaf('newConstruction', line.newConstruction ? 1 : 0),
  holidayCategory: ({ line }: OutgoingListing) => attributeOf('holidayCategory', 'name', line.category),
  commercialCategory: ({ line }: OutgoingListing) =>
    withIds(line, 'commercialCategory', (name, id) => empty('commercialCategory', { id, name })),
  businessCategory: ({ line }: OutgoingListing) =>
    withIds(line, 'businessCategory', (name, id) =>
      around('businessCategory', [leaf('name', name), ...subsOf(line, name)], { id }),
    ),
  headline: ({ line }: OutgoingListing) => textOf('headline', line.headline),
  description: ({ line }: OutgoingListing) => textOf('description', line.description),
  ruralFeatures: ({ line }: OutgoingListing) => ruralFeatures(line),
  // The authority determines the meaning of the date.
  auction: ({ line, timeZone }: OutgoingListing) => {
    const { kind, date = '' } = line.details?.closing ?? {};
    const at = line.auctionDetails.date ?? (kind === closingKind(line) ? date : '');
    return at === '' ? '' : empty('auction', { date: dateText(at, timeZone) });
  },
};

const subsOf = ({ details }: Line, category: string): string[] =>
  (details?.businessSubCategory ?? [])
    .filter((sub) => sub.category === category)
    .map(({ name }) => around('businessSubCategory', [leaf('name', name)]));

function ruralFeatures({ ruralFeatures: text }: Line): string {
  if (text === '') return '';
  const parts = Object.entries(ruralParts(text)).map(([name, part]) => leaf(name, part));
  return around('ruralFeatures', parts);
}

/** Agents and inspections. */
export const VISITS = {
  listingAgent: ({ agents }: OutgoingListing) =>
    agents
      .map(({ uniqueListingAgentID, agentID, name, email, telephones, profileVisibility, order }, at) => {
        const calls = telephones.map(({ number, type }) => leaf('telephone', number, { type: type || undefined }));
        const shown = profileVisibility === undefined ? undefined : yesNo(profileVisibility);
        const mail = email === '' ? [] : [leaf('email', email)];
        const attributes = { id: order ?? at + 1, displayAgentProfile: shown };
        const person = uniqueListingAgentID ? [leaf('uniqueListingAgentID', uniqueListingAgentID)] : [];
        const office = agentID ? [leaf('agentID', agentID)] : [];
        return around('listingAgent', [...office, leaf('name', name), ...calls, ...mail, ...person], attributes);
      })
      .join(''),
  inspectionTimes: ({ line, timeZone }: OutgoingListing) => {
    const inspections = line.inspectionTimes.map(({ dateFrom, dateTo }) =>
      leaf('inspection', spanText(dateText(dateFrom, timeZone), dateText(dateTo, timeZone))),
    );
    return inspections.length === 0 ? '' : around('inspectionTimes', inspections);
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

/** The main rent is first, because readers take the first weekly rent. */
function rents({ price, details }: Line): string {
  const others = (details?.otherRents ?? []).map((other) => rent(other));
  return [price.rent ? rent(price.rent, details?.priceRange) : '', ...others].join('');
}

type Rent = Omit<NonNullable<Line['price']['rent']>, 'available'>;

/** The format has no range of rents, so the range is written in words. */
function rent({ price, period, display }: Rent, range?: AmountRange): string {
  const text = price ?? (range ? `${range.min} - ${range.max}` : '');
  if (text === '' && period === '' && display) return '';
  return leaf('rent', text, { period: period || undefined, display: yesNo(display) });
}
