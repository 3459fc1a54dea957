import type { Neighbour } from '@app/suburbs';
import { Random } from '../random/random.js';
import type { DemoPlace, Market } from './demo-place.js';

const PRICE_SPREAD = 0.35;
/** People per unit of density: a small suburb of SA has fewer than a large one of VIC. */
const PEOPLE: Record<string, number> = { NSW: 31, VIC: 73, QLD: 41, WA: 37, SA: 17, TAS: 23, ACT: 14, NT: 13 };
const PEOPLE_ELSEWHERE = 35;

/** The suburbs that can have listings: those with a centre. */
export function toMarkets(
  seed: number,
  places: readonly DemoPlace[],
  surroundings: readonly (Neighbour[] | null)[],
): Market[] {
  const random = new Random(seed, 'markets');
  const markets: Market[] = [];
  places.forEach((place, index) => {
    const { latitude, longitude } = place;
    if (latitude === null || longitude === null) return;
    const popularity = place.population ?? guessPopulation(random, place.state, surroundings[index]?.length ?? 0);
    const priceLevel = random.factor(PRICE_SPREAD);
    markets.push({ index: markets.length, place, latitude, longitude, popularity, priceLevel });
  });
  return markets;
}

// City suburbs have many neighbours and many people; rural localities have few of both.
function guessPopulation(random: Random, state: string, neighbours: number): number {
  return (1 + neighbours) ** 2 * (PEOPLE[state] ?? PEOPLE_ELSEWHERE) * random.factor(1.6);
}
