import { applyDefaults, hiddenIn } from '@app/schema';
import { OwnListingCard, type ListingCard } from '../dto/listing-card.fields.js';
import type { AmountRange } from '../dto/listing-details.fields.js';
import { shownSale } from './listing-closing.js';
import { ListingLine } from './listing.line.js';

const [QUOTES, BRACES, COMMA] = [2, 2, 1];

const MORE = '…';

/** The length of a value as JSON, in bytes of UTF-8. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A text of at most so many bytes as JSON. A longer text is cut between two characters and ends with an ellipsis. */
export function fittingText(text: string, bytes: number): string {
  if (jsonBytes(text) <= bytes) return text;
  let room = bytes - jsonBytes(MORE);
  let fitting = '';
  for (const character of text) {
    room -= jsonBytes(character) - QUOTES;
    if (room < 0) break;
    fitting += character;
  }
  return `${fitting.trimEnd()}${MORE}`;
}

/** The maximum size of a card in UTF-8 bytes: cards of properties, and cards with a distance, stay within 700 as well. */
export const MOST_BYTES = 674;
/** The maximum size of its own members, as JSON without braces; the rest is for a long link. */
const MOST_OWN = 515;

/** The maximum sizes of texts, in bytes of JSON; longer texts are cut. Identifiers and URLs are whole or empty. */
const MOST = { uniqueID: 42, address: 82, suburb: 42, price: 52, agent: 42 } as const;

/** Decimals beyond a millionth of a degree (11 cm). */
const FURTHER_DECIMALS = /(?<=\.\d{6})\d+$/;

/** A stored listing. */
export type CardSource = Omit<ListingLine, 'agents'> & Required<Pick<ListingLine, 'id' | '_id' | 'propertyID'>>;

/** The members that come from the account and the agents. */
export type CardContext = Pick<ListingCard, 'slug' | 'link'> & { readonly agents: readonly string[] };

/** The card of a listing as JSON: its own members, then the members from the account and the agents. */
export const listingCard = (listing: CardSource, context: CardContext): string =>
  wholeCard(ownMembers(listing), context);

/** The listing's own members, as JSON without braces. */
function ownMembers(line: CardSource): string {
  const { _id, id, propertyID, websiteID, uniqueID, listingType, status, address, features, images } = line;
  const hidden = hiddenIn(ListingLine, line);
  const isPlaced = !hidden.has('address');
  const hidesSuburb = hidden.has('suburb');
  const { bedrooms, bathrooms, parkingSpaces } = features;
  const card = applyDefaults(OwnListingCard, {
    _id,
    id,
    propertyID: isPlaced ? propertyID : undefined,
    websiteID,
    uniqueID: jsonBytes(uniqueID) <= MOST.uniqueID ? uniqueID : '',
    listingType,
    status,
    address: fittingText(
      hidesSuburb ? address.state : isPlaced ? address.fullAddress : address.fullSuburb,
      MOST.address,
    ),
    suburb: hidesSuburb ? '' : fittingText(address.suburb, MOST.suburb),
    latitude: isPlaced ? address.latitude.replace(FURTHER_DECIMALS, '') : '',
    longitude: isPlaced ? address.longitude.replace(FURTHER_DECIMALS, '') : '',
    locationAccuracy: isPlaced ? line.locationAccuracy : undefined,
    price: fittingText(priceLine(line, hidden.has('price')), MOST.price),
    bedrooms,
    bathrooms,
    parkingSpaces,
  } satisfies Partial<OwnListingCard>);
  const image = images[0]?.url ?? '';
  const room = MOST_OWN + BRACES - jsonBytes(card);
  const members = JSON.stringify(jsonBytes(image) - QUOTES <= room ? { ...card, image } : card);
  return members.slice(1, -1);
}

function wholeCard(own: string, { agents, slug, link }: CardContext): string {
  const fitting = agents.map((name) => fittingText(name, MOST.agent));
  const whole = JSON.stringify({ agents: fitting, slug, link });
  const ownBytes = Buffer.byteLength(own);
  // All members nearly always fit.
  if (ownBytes + COMMA + Buffer.byteLength(whole) <= MOST_BYTES) return `{${own},${whole.slice(1)}`;
  let room = MOST_BYTES - ownBytes - FRAME_BYTES;
  const fits = (bytes: number): boolean => {
    if (bytes > room) return false;
    room -= bytes;
    return true;
  };
  const [first, ...others] = fitting;
  const isNamed = first !== undefined && fits(jsonBytes(first));
  const isLinked = fits(jsonBytes(link) - QUOTES);
  const isSlugged = isLinked && fits(jsonBytes(slug) - QUOTES);
  const names = isNamed ? [first] : [];
  for (const name of others) if (fits(jsonBytes(name) + COMMA)) names.push(name);
  const rest = JSON.stringify({ agents: names, slug: isSlugged ? slug : '', link: isLinked ? link : '' });
  return `{${own},${rest.slice(1)}`;
}

/** The size of these members without their values. */
const FRAME_BYTES = jsonBytes({ agents: [], slug: '', link: '' }) + COMMA;

const dollars = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});

/** The price of a sale, else the agency's price text, else the amount; empty if it is hidden. */
function priceLine(line: CardSource, isHidden: boolean): string {
  if (isHidden) return '';
  const { listingType, status, price, commercialRent, details } = line;
  const sold = status === 'sold' ? soldLine(line) : '';
  if (sold !== '' || price.priceView.trim() !== '') return sold || price.priceView;
  // An asking price beside "sold" would be taken for the price of the sale.
  if (status === 'sold') return '';
  const { rent } = price;
  const range = details?.priceRange && rangeLine(details.priceRange);
  if (listingType === 'rental')
    return rent?.price === undefined
      ? `${range ?? ''} ${range ? (rent?.period ?? '') : ''}`.trim()
      : `${dollars.format(rent.price)} ${rent.period}`.trim();
  if (price.value !== undefined) return dollars.format(price.value);
  if (range) return range;
  if (commercialRent?.value === undefined) return '';
  return `${dollars.format(commercialRent.value)} ${commercialRent.period}`.trim();
}

const rangeLine = ({ min, max }: AmountRange): string =>
  min === max ? dollars.format(min) : `${dollars.format(min)} - ${dollars.format(max)}`;

/** The price of a sale where the agency shows it. */
function soldLine({ soldDetails }: CardSource): string {
  const { price } = (soldDetails && shownSale(soldDetails)) ?? {};
  return price === undefined ? '' : dollars.format(price);
}
