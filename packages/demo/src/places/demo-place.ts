import type { SuburbPlace } from '@app/suburbs';

/** A suburb for listings; without a population, one is estimated from the density of suburbs around it. */
export interface DemoPlace extends SuburbPlace {
  population?: number;
}

/** A suburb with a centre, its relative share of the listings, and its price level. */
export interface Market {
  /** Index among all markets, from 0. */
  index: number;
  place: DemoPlace;
  latitude: number;
  longitude: number;
  popularity: number;
  /** The price level of dwellings, relative to the region. */
  priceLevel: number;
}
