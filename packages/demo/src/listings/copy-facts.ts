import type { DemoProperty } from '../properties/demo-property.js';
import { isLetting, type Campaign } from './campaign.js';

/** A text with placeholders such as `{suburb}`, or one of two by a condition. */
export type Phrase = string | { readonly if: string; readonly then: string; readonly else: string };

/** Facts that an advertisement can mention. */
export interface CopyFacts {
  readonly letting: boolean;
  /** The texts that replace the placeholders. */
  readonly texts: Readonly<Record<string, string>>;
  /** Whether a condition holds: `bedrooms > 1`, `letting`, or a feature such as `study`. */
  readonly holds: (condition: string) => boolean;
}

/** Collects the facts of a listing. */
export function factsOf(
  { market, address, category, features, landArea }: DemoProperty,
  campaign: Campaign,
): CopyFacts {
  const bedrooms = features.bedrooms ?? 0;
  const bathrooms = features.bathrooms ?? 0;
  const cars = features.parkingSpaces ?? 0;
  const land = landArea?.value ?? 0;
  const letting = isLetting(campaign);
  const numbers: Readonly<Record<string, number>> = { bedrooms, bathrooms, cars, land };
  return {
    letting,
    texts: {
      suburb: market.place.suburb,
      street: address.street,
      noun: category.toLowerCase(),
      article: category === 'apartment' ? 'An' : 'A',
      bedrooms: counted(bedrooms, 'bedroom'),
      otherRooms: bedrooms === 2 ? 'one' : counted(bedrooms - 1, 'room'),
      bathrooms: counted(bathrooms, 'bathroom'),
      cars: counted(cars, 'car'),
      land: areaText(land),
    },
    holds: (condition) => {
      const [name = '', least] = condition.split(' > ');
      if (least !== undefined) return (numbers[name] ?? 0) > Number(least);
      return name === 'letting' ? letting : features[name] === true;
    },
  };
}

/** Fills in the placeholders of a phrase. */
export function sentenceOf(phrase: Phrase, { texts, holds }: CopyFacts): string {
  const template = typeof phrase === 'string' ? phrase : holds(phrase.if) ? phrase.then : phrase.else;
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => texts[name] ?? '');
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

/** "two bathrooms", "one bathroom". */
function counted(count: number, noun: string): string {
  return `${WORDS[count] ?? count} ${noun}${count === 1 ? '' : 's'}`;
}

/** "612 m²", "14 hectares". */
function areaText(squareMetres: number): string {
  return squareMetres < 20_000 ? `${squareMetres} m²` : `${Math.round(squareMetres / 10_000)} hectares`;
}
