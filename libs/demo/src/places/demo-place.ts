import type { SuburbPlace } from '@app/suburbs';

/** A suburb to make listings in; without a population, its popularity is guessed from how densely it is surrounded. */
export interface DemoPlace extends SuburbPlace {
  population?: number;
}

/** A suburb with a centre, and how many listings (relative to others) and what prices it draws. */
export interface Market {
  /** Among all markets, from 0. */
  index: number;
  place: DemoPlace;
  latitude: number;
  longitude: number;
  popularity: number;
  /** What a dwelling costs here, relative to its region. */
  priceLevel: number;
}
