import type { ListingFeatures, Measure } from '../listing-line.js';
import { addressLine, type Premises } from '../places/address-line.js';
import type { Market } from '../places/demo-place.js';
import { lotOf } from '../places/streets.js';
import type { Random } from '../random/random.js';
import { WeightedChoice } from '../random/weighted-choice.js';
import { drawCategory, isCity, KINDS } from './categories.js';
import { isStrata, type DemoProperty, type PropertyKind } from './demo-property.js';
import { dwellingFeatures } from './dwelling-features.js';
import { worthOf } from './worth.js';

const UNITS_PER_BUILDING = 4;

/** Generates properties, no two at the same address. The only state is their number, in all and per suburb. */
export class DemoProperties {
  private readonly anywhere: WeightedChoice<Market>;
  private readonly country: WeightedChoice<Market>;
  private readonly lots: Uint32Array;
  private readonly units: Uint32Array;
  private made = 0;

  constructor(
    private readonly random: Random,
    markets: readonly Market[],
    shareOf: (market: Market) => number,
  ) {
    const country = markets.filter((market) => !isCity(market));
    const weightOf = (market: Market) => market.popularity * shareOf(market);
    this.anywhere = new WeightedChoice(markets, weightOf);
    this.country = country.length > 0 ? new WeightedChoice(country, weightOf) : this.anywhere;
    this.lots = new Uint32Array(markets.length);
    this.units = new Uint32Array(markets.length);
  }

  /** The next property: in the given suburb, else weighted by population and agencies (farms: outside cities). */
  next(given?: Market): DemoProperty {
    const random = this.random.stream(`property ${this.made++}`);
    const id = this.made;
    const drawn = KINDS.draw(random.stream('kind'));
    const kind = given && isCity(given) ? urban(drawn) : drawn;
    const market = given ?? (kind === 'rural' ? this.country : this.anywhere).draw(random.stream('market'));
    const category = drawCategory(random.stream('category'), kind, market);
    const features = featuresOf(random.stream('features'), kind, category);
    return {
      id,
      kind,
      category,
      market,
      features,
      address: addressLine(random.stream('address'), market, this.premises(market, kind, category)),
      ecoFriendly: ecoFriendlyOf(random.stream('ecoFriendly'), kind, category),
      ...areasOf(random.stream('areas'), kind, category, features.bedrooms ?? 0),
      energyRating: kind === 'dwelling' ? energyRatingOf(random.stream('energyRating')) : '',
      worth: worthOf(random.stream('worth'), market, kind, category, features.bedrooms ?? 0),
    };
  }

  private premises(market: Market, kind: PropertyKind, category: string): Premises {
    if (isStrata(category)) return this.unit(market);
    const ordinal = this.lots[market.index] ?? 0;
    this.lots[market.index] = ordinal + 1;
    const { street, number } = lotOf(market.index, ordinal);
    const isLot = kind === 'land';
    return { subNumber: '', lotNumber: isLot ? String(number) : '', streetNumber: isLot ? '' : String(number), street };
  }

  private unit(market: Market): Premises {
    const ordinal = this.units[market.index] ?? 0;
    this.units[market.index] = ordinal + 1;
    const building = Math.floor(ordinal / UNITS_PER_BUILDING);
    const { street, number } = lotOf(market.index, building);
    const subNumber = 1 + (ordinal % UNITS_PER_BUILDING) * 7 + ((building * 3 + market.index) % 7);
    return { subNumber: String(subNumber), lotNumber: '', streetNumber: String(number), street };
  }
}

function urban(kind: PropertyKind): PropertyKind {
  return kind === 'rural' ? 'dwelling' : kind;
}

const energyRatingOf = (random: Random): string => (random.chance(0.3) ? String(random.integer(4, 17) / 2) : '');

function featuresOf(random: Random, kind: PropertyKind, category: string): ListingFeatures {
  if (kind === 'dwelling') return dwellingFeatures(random, category);
  if (kind === 'rural' && random.chance(0.7))
    return { ...dwellingFeatures(random, 'house'), shed: true, workshop: true };
  return kind === 'commercial' && random.chance(0.7) ? { parkingSpaces: random.integer(1, 20) } : {};
}

function ecoFriendlyOf(random: Random, kind: PropertyKind, category: string): Record<string, boolean> {
  if ((kind !== 'dwelling' && kind !== 'rural') || isStrata(category) || random.chance(0.5)) return {};
  const has = (flag: string, likelihood: number) => random.stream(flag).chance(likelihood);
  return {
    greyWaterSystem: has('greyWaterSystem', 0.04),
    waterTank: has('waterTank', kind === 'rural' ? 0.95 : 0.35),
    solarPanels: has('solarPanels', 0.5),
    solarHotWater: has('solarHotWater', 0.2),
  };
}

type Areas = Pick<DemoProperty, 'landArea' | 'frontage' | 'buildingArea'>;

function areasOf(random: Random, kind: PropertyKind, category: string, bedrooms: number): Areas {
  const inside = Math.round((45 + bedrooms * 32) * random.stream('inside').factor(0.3));
  switch (kind) {
    case 'dwelling': {
      if (isStrata(category)) return { buildingArea: squareMetres(inside) };
      const land = Math.round((category === 'house' ? 620 : 240) * random.factor(0.5));
      return { landArea: squareMetres(land), ...frontageOf(random, land), buildingArea: squareMetres(inside * 1.3) };
    }
    case 'land': {
      const land = Math.round(520 * random.factor(0.6));
      return { landArea: squareMetres(land), ...frontageOf(random, land) };
    }
    case 'rural':
      return { landArea: squareMetres(Math.round(40 * random.factor(2)) * 10_000 + 10_000) };
    case 'commercial':
      return { buildingArea: squareMetres(260 * random.factor(1)) };
    case 'business':
      return {};
  }
}

function frontageOf(random: Random, land: number): Pick<Areas, 'frontage'> {
  if (random.chance(0.6)) return {};
  return { frontage: { value: Math.round(Math.sqrt(land) * random.between(5, 8)) / 10, unit: 'meter' } };
}

function squareMetres(value: number): Measure {
  return { value: Math.round(value), unit: 'squareMeter' };
}
