import type { DemoProperty } from '../properties/demo-property.js';
import { isLetting, type Campaign } from './campaign.js';

/** The facts that an advertisement can mention. */
export interface CopyFacts {
  suburb: string;
  street: string;
  /** For running text: "house", "apartment". */
  noun: string;
  /** The article before the noun at the start of a headline. */
  article: 'A' | 'An';
  bedrooms: number;
  bathrooms: number;
  cars: number;
  /** In square metres; 0 when unknown. */
  land: number;
  letting: boolean;
  has: (flag: string) => boolean;
}

/** A template of a phrase. */
export type Phrase = (facts: CopyFacts) => string;

/** Collects the facts of a listing. */
export function factsOf(
  { market, address, category, features, landArea }: DemoProperty,
  campaign: Campaign,
): CopyFacts {
  return {
    suburb: market.place.suburb,
    street: address.street,
    noun: category.toLowerCase(),
    article: category === 'apartment' ? 'An' : 'A',
    bedrooms: features.bedrooms ?? 0,
    bathrooms: features.bathrooms ?? 0,
    cars: features.parkingSpaces ?? 0,
    land: landArea?.value ?? 0,
    letting: isLetting(campaign),
    has: (flag) => features[flag] === true,
  };
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

/** "two bathrooms", "one bathroom". */
export function counted(count: number, noun: string): string {
  return `${WORDS[count] ?? count} ${noun}${count === 1 ? '' : 's'}`;
}

/** "612 m²", "14 hectares". */
export function areaText(squareMetres: number): string {
  return squareMetres < 20_000 ? `${squareMetres} m²` : `${Math.round(squareMetres / 10_000)} hectares`;
}
