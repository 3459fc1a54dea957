import type { AmountRange } from '../dto/listing-details.fields.js';
import type { ListingLine } from './listing.line.js';

interface RentPeriod {
  /** The spellings of the period in feeds and lines, in lower-case letters only, without `per`. */
  readonly spellings: readonly string[];
  /** Converts a rent for the period to a weekly rent. Absent if a week costs another amount than its parts. */
  readonly weekly?: (rent: number) => number;
}

/** Twelve months count as 52 weeks. */
const WEEKS_OF_YEAR = 52;
const MONTHS_OF_YEAR = 12;

/** The periods of rents, by their stored word. */
const PERIODS: Readonly<Record<string, RentPeriod>> = {
  daily: { spellings: ['day', 'pd', 'ppd'] },
  nightly: { spellings: ['night', 'nite', 'nt', 'overnight', 'pn', 'ppn'] },
  stay: { spellings: ['nights', 'days', 'weeknights', 'midweek'] },
  weekend: { spellings: ['wend', 'we'] },
  weekly: { spellings: ['week', 'wk', 'weeks', 'wkly', 'pw'], weekly: (rent) => rent },
  fortnightly: { spellings: ['fortnight', 'fn', 'pf'], weekly: (rent) => rent / 2 },
  monthly: { spellings: ['month', 'mth', 'pm', 'pcm'], weekly: (rent) => (rent * MONTHS_OF_YEAR) / WEEKS_OF_YEAR },
  yearly: { spellings: ['year', 'yr'], weekly: (rent) => rent / WEEKS_OF_YEAR },
  annual: { spellings: ['annually', 'annum', 'pa'], weekly: (rent) => rent / WEEKS_OF_YEAR },
};

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(PERIODS).flatMap(([name, { spellings }]) => [name, ...spellings].map((one) => [one, name] as const)),
);

/** The stored word for a period: `week`, `p.w.` and `per week` are `weekly`. Undefined for other texts. */
export function rentPeriodOf(text: string): string | undefined {
  const letters = text.toLowerCase().replace(/[^a-z]/g, '');
  return NAMES.get(letters) ?? NAMES.get(letters.replace(/^(?:per|each|every|a|p)?(?:calendar)?/, ''));
}

/** The periods in a text. A day, a night and a weekend may be dates, so they need an amount or a word before. */
export const RENT_PERIOD =
  /(?<![a-z])(?:p[./]?\s?[adfmnw]|p{2,3}[dn]|p\.?\s?c\.?\s?m|p?f\/?n|(?:calendar\s+)?(?:week|fortnight|month|year)(?:ly)?|wk|mth|yr|annual(?:ly)?|annum|daily|nightly|overnight|weeknights|midweek|(?<=\bfor\s\d+\s)days|(?<=\b(?:\d\d?|one|two|three)[\s-])nights?|(?=[dnw])(?<=(?:\b(?:per|an?|ea|each|every|the)\s|[/(]|\$\s?[\d.,]+|\d{3})\s?)(?:day|night|nite|weekend|w\/e(?:nd)?)|(?<=(?:per\s|\d\s?\/)\s?)nt)(?![a-z])/gi;

/** The weekly rent. No period counts as a week; a night or an unknown period has no weekly rent. */
export const weeklyRent = (rent: number, period: string): number | undefined =>
  PERIODS[rentPeriodOf(period.trim() || 'weekly') ?? '']?.weekly?.(rent);

/**
 * Whether words name the rent for a night or the like: `$430 per night`. The format has weeks and months alone, so such
 * a rent may be given as a weekly one.
 */
function isOfNight(words: string, rent: number): boolean {
  const periods = [...words.matchAll(RENT_PERIOD)];
  const amount = [...words.matchAll(/\d[\d,]*(?:\.\d+)?/g)].find(([text]) => Number(text.replaceAll(',', '')) === rent);
  if (!amount || periods.length === 0) return false;
  const end = amount.index + amount[0].length;
  const own = periods.find(({ index }) => index >= end && !/\d/.test(words.slice(end, index)));
  return (own ? [own] : periods).every(([period]) => weeklyRent(rent, period) === undefined);
}

const isNone = (amount: number | undefined): boolean => amount === 0;
const isNoRange = (range: AmountRange | undefined): boolean => range?.max === 0;

/** Removes prices and rents of 0, which stand for none. */
export function settlePrices(line: ListingLine): void {
  const { price, commercialRent, soldDetails, details } = line;
  for (const priced of [price.rent, soldDetails, ...(details?.otherRents ?? []), ...(details?.businessLeases ?? [])])
    if (isNone(priced?.price)) delete priced?.price;
  for (const valued of [price, commercialRent]) if (isNone(valued?.value)) delete valued?.value;
  if (details && isNoRange(details.priceRange)) delete details.priceRange;
  if (details && isNoRange(details.rentPerSquareMetre)) delete details.rentPerSquareMetre;
  if (soldDetails && isNoRange(soldDetails.range)) delete soldDetails.range;
}

/** The amount that filters, sorts and counts use (D22). */
interface ComparedPrice {
  readonly amount: number | undefined;
  /** The upper end, if it is a range. */
  readonly upTo?: number | undefined;
  readonly isRent: boolean;
}

/**
 * The compared price: the weekly rent of a rental, if there is one; the rent of a commercial lease without a price; otherwise the price.
 * Without an amount, it is the limits of the price range (B67).
 */
export function comparedPrice(line: ListingLine): ComparedPrice {
  const { listingType, commercialListingType, price, commercialRent, details } = line;
  const { min, max } = details?.priceRange ?? {};
  if (listingType === 'rental') {
    const { price: rent, period = '' } = price.rent ?? {};
    const given = rent ?? min;
    if (given && isOfNight(price.priceView, given)) return { amount: undefined, isRent: true };
    const weekly = (amount: number | undefined) => amount && weeklyRent(amount, period);
    return { ...between(weekly(rent), weekly(min), weekly(max)), isRent: true };
  }
  const isLease = listingType === 'commercial' && commercialListingType !== 'sale';
  if (isLease && price.value === undefined && !min) return { amount: commercialRent?.value, isRent: true };
  return { ...between(price.value, min, max), isRent: false };
}

/** An amount, or else the limits of a range; a lower limit of 0 stands for none. */
function between(amount: number | undefined, min: number | undefined, max = 0): Omit<ComparedPrice, 'isRent'> {
  if (amount !== undefined || !min) return { amount };
  return { amount: min, upTo: max > min ? max : undefined };
}
