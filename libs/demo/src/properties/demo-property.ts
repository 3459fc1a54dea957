import type { AddressLine } from '../bundle-lines.js';
import type { ListingFeatures, Measure } from '../listing-line.js';
import type { Market } from '../places/demo-place.js';

/** What stands there, which decides how it can be listed. */
export type PropertyKind = 'dwelling' | 'land' | 'rural' | 'commercial' | 'business';

/** A physical property; its listings over the years are made from it. */
export interface DemoProperty {
  kind: PropertyKind;
  /** Of its kind: "house", "Livestock", "Offices". */
  category: string;
  market: Market;
  address: AddressLine;
  /** What stays from listing to listing. */
  features: ListingFeatures;
  ecoFriendly: Record<string, boolean>;
  landArea?: Measure;
  frontage?: Measure;
  buildingArea?: Measure;
  energyRating: string;
  /** What it would sell for today, in dollars. */
  worth: number;
}

/** Whether it is one home of several under one roof. */
export function isStrata(category: string): boolean {
  return ['apartment', 'unit', 'studio', 'flat'].includes(category);
}
