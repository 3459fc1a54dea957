import type { Market } from '../places/demo-place.js';
import type { Random } from '../random/random.js';
import { isCity } from './categories.js';
import type { PropertyKind } from './demo-property.js';

/** Price of a three-bedroom house in an average suburb of the capital, and elsewhere in the state. */
const HOUSE_PRICES: Record<string, readonly [capital: number, elsewhere: number]> = {
  NSW: [1_350_000, 720_000],
  VIC: [950_000, 590_000],
  QLD: [900_000, 690_000],
  WA: [780_000, 520_000],
  SA: [790_000, 460_000],
  TAS: [690_000, 520_000],
  ACT: [950_000, 950_000],
  NT: [590_000, 460_000],
};
const OF_A_HOUSE: Record<string, number> = {
  house: 1,
  terrace: 0.95,
  townhouse: 0.75,
  villa: 0.68,
  apartment: 0.62,
  unit: 0.55,
  flat: 0.45,
  studio: 0.4,
};
const PER_BEDROOM = 0.17;
const YEARLY_GROWTH = 0.055;
const YEAR = 365.25 * 86_400_000;

/** Value of a property today, before rounding. */
export function worthOf(
  random: Random,
  market: Market,
  kind: PropertyKind,
  category: string,
  bedrooms: number,
): number {
  const [capital, elsewhere] = HOUSE_PRICES[market.place.state] ?? [700_000, 500_000];
  const house = (isCity(market) ? capital : elsewhere) * market.priceLevel;
  switch (kind) {
    case 'dwelling':
      return (
        house *
        (OF_A_HOUSE[category] ?? 1) *
        (1 + PER_BEDROOM * (bedrooms - typicalBedrooms(category))) *
        random.factor(0.2)
      );
    case 'land':
      return house * 0.5 * random.factor(0.35);
    case 'rural':
      return house * 1.8 * random.factor(0.9);
    case 'commercial':
      return house * 1.3 * random.factor(1);
    case 'business':
      return 180_000 * random.factor(1.1);
  }
}

function typicalBedrooms(category: string): number {
  return category === 'studio' ? 0 : ['apartment', 'unit', 'flat'].includes(category) ? 2 : 3;
}

/** A value of today, converted to the price level of a past time. */
export function worthThen(worth: number, milliseconds: number): number {
  return worth / (1 + YEARLY_GROWTH) ** (milliseconds / YEAR);
}
