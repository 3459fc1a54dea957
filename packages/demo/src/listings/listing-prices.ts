import type { DemoListingLine, ListingPrice } from '../listing-line.js';
import { instantAt, localDayNumber } from '../places/local-time.js';
import type { DemoProperty } from '../properties/demo-property.js';
import { worthThen } from '../properties/worth.js';
import type { Random } from '../random/random.js';
import type { Campaign } from './campaign.js';

const WEEKLY_YIELD = 0.00082;
const ANNUAL_YIELD = 0.062;

/** Asking prices and sale prices. */
export type Prices = Pick<DemoListingLine, 'price' | 'commercialRent' | 'soldDetails'>;

/** The prices of a campaign, at the price level of its time. */
export function pricesOf(
  random: Random,
  property: DemoProperty,
  campaign: Campaign,
  auction: boolean,
  now: number,
): Prices {
  const worth = worthThen(property.worth, now - campaign.start);
  if (campaign.listingType === 'rental') return { price: rentalPrice(random, property, campaign, worth) };
  if (campaign.terms === 'lease') return leasePrices(random, worth);
  const value = rounded(worth);
  return {
    price: salePrice(random, value, auction),
    ...(campaign.terms === 'both' && { commercialRent: rentOf(worth) }),
    ...soldDetails(random, property, campaign, value),
  };
}

function salePrice(random: Random, value: number, auction: boolean): ListingPrice {
  const dice = random.fraction();
  if (auction) return { priceView: dice < 0.7 ? 'Auction' : `Auction, guide ${dollars(value)}`, display: false, value };
  if (dice < 0.35) return { priceView: dollars(value), display: true, value };
  if (dice < 0.55) return { priceView: `Offers over ${dollars(value)}`, display: true, value };
  if (dice < 0.8) return { priceView: `${dollars(value)} - ${dollars(upperEnd(value))}`, display: true, value };
  return {
    priceView: random.pick(['Contact agent', 'Price on request', 'Expressions of interest']),
    display: false,
    value,
  };
}

function rentalPrice(random: Random, property: DemoProperty, campaign: Campaign, worth: number): ListingPrice {
  const price = Math.max(180, Math.round((worth * WEEKLY_YIELD * random.factor(0.12)) / 10) * 10);
  return {
    priceView: `${dollars(price)} per week`,
    display: true,
    rent: { price, period: 'weekly', display: true, available: availableFrom(random, property, campaign) },
  };
}

// Homes are advertised some weeks before they become available, or when they are already vacant.
function availableFrom(random: Random, { market }: DemoProperty, { start }: Campaign): string {
  const { timeZone } = market.place;
  const day = localDayNumber(timeZone, start) + random.integer(0, 45);
  return new Date(instantAt(timeZone, day, 0)).toISOString();
}

function leasePrices(random: Random, worth: number): Prices {
  const commercialRent = rentOf(worth);
  const priceView = random.chance(0.6) ? `${dollars(commercialRent.value)} p.a. + GST` : 'Contact agent';
  return { price: { priceView, display: priceView !== 'Contact agent' }, commercialRent };
}

function rentOf(worth: number) {
  return { value: Math.round((worth * ANNUAL_YIELD) / 500) * 500, period: 'annual', tax: 'exclusive' };
}

function soldDetails(
  random: Random,
  { market }: DemoProperty,
  { status, end }: Campaign,
  value: number,
): Pick<Prices, 'soldDetails'> {
  if (status !== 'sold' || end === undefined) return {};
  const { timeZone } = market.place;
  const date = new Date(instantAt(timeZone, localDayNumber(timeZone, end), 0)).toISOString();
  return { soldDetails: { price: rounded(value * random.between(0.95, 1.1)), date } };
}

/** The upper end of a range of prices that begins with the value. */
export const upperEnd = (value: number): number => rounded(value * 1.08);

export function rounded(value: number): number {
  const step = value < 2_000_000 ? 5_000 : 50_000;
  return Math.max(step, Math.round(value / step) * step);
}

export function dollars(value: number): string {
  return `$${String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')}`;
}
