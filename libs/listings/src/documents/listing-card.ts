import { applyDefaults, fittingText, jsonBytes, parseStored, wholeText, type Hideable } from '@app/schema';
import { StoredCard, type CardClosing, type ListingCard } from '../dto/listing-card.fields.js';
import type { AmountRange } from '../dto/listing-details.fields.js';
import { shownSale } from './listing-closing.js';
import type { ListingLine } from './listing.line.js';

const [QUOTES, COMMA] = [2, 1];

/**
 * Maximum size of a card in UTF-8 bytes. Cards of properties, and cards with a distance, then also stay within 1,400.
 */
export const MOST_BYTES = 1_370;
/** Maximum size of the stored members, as JSON. */
const MOST_STORED = 1_000;
const MOST_INSPECTIONS = 6;

/**
 * Maximum sizes of texts, in bytes of JSON. Longer texts are cut; identifiers, categories and URLs are omitted instead.
 */
const MOST = { uniqueID: 42, address: 82, suburb: 42, price: 52, category: 42 } as const;

/** Rounds a coordinate down to a millionth of a degree (11 cm). */
const toMillionths = (degrees: string): string => {
  const point = degrees.indexOf('.');
  return point < 0 ? degrees : degrees.slice(0, point + 7);
};

/**
 * The stored members of the card of a listing (B73), as JSON without braces.
 * @param hidden the data that the card does not show
 * @param updatedAt inspections that end later count as upcoming
 */
export function storedCard(
  line: ListingLine,
  hidden: ReadonlySet<Hideable>,
  { firstdate, updatedAt }: CardDates,
): string {
  const { uniqueID, listingType, status, address, features, images, category, underOffer, auctionDetails } = line;
  const isPlaced = !hidden.has('address');
  const hidesSuburb = hidden.has('suburb');
  const closing = closingOf(line, hidden.has('price'));
  const next = line.inspectionTimes
    .filter(({ dateTo }) => dateTo > updatedAt)
    .toSorted((one, other) => (one.dateFrom < other.dateFrom ? -1 : 1))
    .slice(0, MOST_INSPECTIONS);
  const card = applyDefaults(StoredCard, {
    uniqueID: wholeText(uniqueID, MOST.uniqueID),
    listingType,
    status,
    address: fittingText(
      hidesSuburb ? address.state : isPlaced ? address.fullAddress : address.fullSuburb,
      MOST.address,
    ),
    suburb: hidesSuburb ? '' : fittingText(address.suburb, MOST.suburb),
    latitude: isPlaced ? toMillionths(address.latitude) : '',
    longitude: isPlaced ? toMillionths(address.longitude) : '',
    price: fittingText(priceLine(line, hidden.has('price')), MOST.price),
    bedrooms: features.bedrooms,
    bathrooms: features.bathrooms,
    parkingSpaces: features.parkingSpaces,
    images: images.length,
    category: wholeText(category, MOST.category),
    landArea: line.landDetails.area?.value || undefined,
    underOffer,
    depositTaken: line.details?.depositTaken ?? false,
    ...mediaFlags(line),
    listed: firstdate,
    auction: auctionDetails.date,
    ...(status === 'sold' && { sold: closing }),
    ...(status === 'leased' && { leased: closing }),
  } satisfies Partial<StoredCard>);
  let room = MOST_STORED - jsonBytes(card);
  const image = images[0]?.url ?? '';
  const isPictured = jsonBytes(image) - QUOTES <= room;
  if (isPictured) room -= jsonBytes(image) - QUOTES;
  const fitting = next.filter((time) => (room -= jsonBytes(time) + COMMA) >= 0);
  return JSON.stringify({ ...card, ...(isPictured && { image }), inspectionTimes: fitting }).slice(1, -1);
}

/** Whether a listing has media of a kind. */
export const mediaFlags = ({ documents, videoLinks, vrTourLink }: ListingLine) => ({
  hasFloorplan: documents.some(({ type }) => type === 'floorplan'),
  hasVideo: videoLinks.length > 0,
  hasTour: vrTourLink.length > 0,
});

/** The dates of a listing that its card depends on. */
interface CardDates {
  readonly firstdate: string;
  readonly updatedAt: string;
}

function closingOf({ soldDetails }: ListingLine, hidesPrice: boolean): CardClosing | undefined {
  const shown = soldDetails && shownSale(soldDetails);
  return shown && { date: shown.date, price: hidesPrice ? undefined : shown.price };
}

/** The texts that form a card. */
interface CardTexts {
  /** The members that identify the listing, and the stored members, without braces. */
  readonly identity: string;
  readonly stored: string;
  /** The agents and the account, as JSON. */
  readonly agents: string;
  readonly website: string;
  readonly slug: string;
  readonly link: string;
}

/** Concatenates the texts of a card; only a card that is too long is parsed and shortened. */
export function wholeCard(texts: CardTexts): string {
  const card = joined(texts);
  return Buffer.byteLength(card) <= MOST_BYTES ? card : shortened(texts);
}

const joined = ({ identity, stored, agents, website, slug, link }: CardTexts): string =>
  `{${identity},${stored},"agents":[${agents}],"website":${website},"slug":${JSON.stringify(slug)},"link":${JSON.stringify(link)}}`;

/**
 * Removes one part after another until the card fits. The path of its page, by which websites find it, is kept longer
 * than logos.
 */
function shortened(texts: CardTexts): string {
  const card = parseStored<ListingCard>(joined(texts));
  const fits = () => jsonBytes(card) <= MOST_BYTES;
  const keepInspections = (least: number) => {
    while (!fits() && card.inspectionTimes.length > least) card.inspectionTimes.pop();
  };
  card.agents = card.agents.slice(0, 1);
  keepInspections(1);
  if (!fits()) card.website.logo = { light: '', dark: '', override: '' };
  keepInspections(0);
  if (!fits()) card.slug = '';
  if (!fits()) card.link = '';
  if (!fits()) card.agents = [];
  return JSON.stringify(card);
}

const dollars = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});

/** The price of a sale, else the agency's price text, else the amount; empty if hidden. */
function priceLine(line: ListingLine, isHidden: boolean): string {
  if (isHidden) return '';
  const { listingType, status, price, commercialRent, details } = line;
  const sold = status === 'sold' ? soldLine(line) : '';
  if (sold !== '' || price.priceView.trim() !== '') return sold || price.priceView;
  // An asking price next to "sold" would be mistaken for the price of the sale.
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

/** The price of a sale, if the agency shows it. */
function soldLine({ soldDetails }: ListingLine): string {
  const { price } = (soldDetails && shownSale(soldDetails)) ?? {};
  return price === undefined ? '' : dollars.format(price);
}
