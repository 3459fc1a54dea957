import type { AddressLine } from '../bundle-lines.js';
import type { ListingFeatures, Measure } from '../listing-line.js';
import type { Market } from '../places/demo-place.js';

/** The kind of property; it decides the possible listing types. */
export type PropertyKind = 'dwelling' | 'land' | 'rural' | 'commercial' | 'business';

/** A physical property; its listings over the years are made from it. */
export interface DemoProperty {
  /** From 1. */
  id: number;
  kind: PropertyKind;
  /** Category within the kind: "house", "Livestock", "Offices". */
  category: string;
  market: Market;
  address: AddressLine;
  /** The features that all its listings share. */
  features: ListingFeatures;
  ecoFriendly: Record<string, boolean>;
  landArea?: Measure;
  frontage?: Measure;
  buildingArea?: Measure;
  energyRating: string;
  /** Value today, in dollars. */
  worth: number;
}

/** Whether it is one of several dwellings in a building. */
export function isStrata(category: string): boolean {
  return ['apartment', 'unit', 'studio', 'flat'].includes(category);
}
