import type { AmountRange } from '../dto/listing-details.fields.js';
import type { ListingLine } from './listing.line.js';

interface RentPeriod {
  /** The spellings of the period in feeds and lines, in lower-case letters only. */
  readonly spellings: readonly string[];
  /** Converts a rent for the period to a weekly rent. */
  readonly weekly: (rent: number) => number;
}

/** Twelve months count as 52 weeks. */
const WEEKS_OF_YEAR = 52;
const MONTHS_OF_YEAR = 12;

/** The periods of rents, by their stored word. */
const PERIODS: Readonly<Record<string, RentPeriod>> = {
  weekly: { spellings: ['week', 'wk', 'pw', 'perweek'], weekly: (rent) => rent },
  fortnightly: { spellings: ['fortnight', 'fn', 'pf', 'perfortnight'], weekly: (rent) => rent / 2 },
  monthly: {
    spellings: ['month', 'mth', 'pm', 'pcm', 'permonth', 'calendarmonth', 'percalendarmonth', 'calendarmonthly'],
    weekly: (rent) => (rent * MONTHS_OF_YEAR) / WEEKS_OF_YEAR,
  },
  yearly: { spellings: ['year', 'yr', 'peryear'], weekly: (rent) => rent / WEEKS_OF_YEAR },
  annual: { spellings: ['annually', 'annum', 'pa', 'perannum'], weekly: (rent) => rent / WEEKS_OF_YEAR },
};

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(PERIODS).flatMap(([name, { spellings }]) => [name, ...spellings].map((one) => [one, name] as const)),
);

/** The stored word for a period: `week`, `p.w.` and `per week` are `weekly`. Undefined for other texts. */
export const rentPeriodOf = (text: string): string | undefined => NAMES.get(text.toLowerCase().replace(/[^a-z]/g, ''));

/** The weekly rent; an unknown period counts as a week. */
const weeklyRent = (rent: number, period: string): number =>
  PERIODS[rentPeriodOf(period) ?? 'weekly']?.weekly(rent) ?? rent;

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
 * The compared price: the weekly rent of a rental; the rent of a commercial lease without a price; otherwise the price.
 * Without an amount, it is the limits of the price range (B67).
 */
export function comparedPrice(line: ListingLine): ComparedPrice {
  const { listingType, commercialListingType, price, commercialRent, details } = line;
  const { min, max } = details?.priceRange ?? {};
  if (listingType === 'rental') {
    const { price: rent, period = '' } = price.rent ?? {};
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
