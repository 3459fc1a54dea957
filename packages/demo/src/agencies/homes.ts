import type { Market } from '../places/demo-place.js';
import type { Random } from '../random/random.js';
import { isCity } from '../properties/categories.js';
import { WeightedChoice } from '../random/weighted-choice.js';

/** The home states of the first agencies, in turn. */
export const HOME_STATES = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT', 'NSW', 'VIC', 'NSW', 'QLD'];

const IN_THE_CAPITAL = 0.8;

const BRANCHES_WITHIN_KM = 20;
const KM_PER_DEGREE = 111.2;

/** Chooses the locations of agencies: by state, by population, or near another office. */
export class Homes {
  private readonly all: WeightedChoice<Market>;
  private readonly byState: Map<string, WeightedChoice<Market>>;
  private readonly byCapital: Map<string, WeightedChoice<Market>>;

  constructor(private readonly markets: readonly Market[]) {
    this.all = byPopularity(markets);
    this.byState = grouped(markets, ({ place }) => place.state);
    this.byCapital = grouped(markets.filter(isCity), ({ place }) => place.state);
  }

  /** A suburb in the state of a turn, mostly in its capital. */
  inState(random: Random, turn: number): Market {
    const state = HOME_STATES[turn % HOME_STATES.length] ?? '';
    const capital = random.chance(IN_THE_CAPITAL) ? this.byCapital.get(state) : undefined;
    return (capital ?? this.byState.get(state) ?? this.all).draw(random);
  }

  /** A suburb anywhere, weighted by population. */
  anywhere(random: Random): Market {
    return this.all.draw(random);
  }

  /** A suburb near another one. */
  near(home: Market): WeightedChoice<Market> {
    return byPopularity(this.markets.filter((market) => distance(home, market) <= BRANCHES_WITHIN_KM));
  }
}

// Distance on a plane: accurate enough for a neighbourhood.
function distance(home: Market, { latitude, longitude }: Market): number {
  const narrowing = Math.cos((home.latitude * Math.PI) / 180);
  return Math.hypot(home.latitude - latitude, (home.longitude - longitude) * narrowing) * KM_PER_DEGREE;
}

function grouped(markets: readonly Market[], keyOf: (market: Market) => string): Map<string, WeightedChoice<Market>> {
  const groups = new Map<string, Market[]>();
  for (const market of markets) {
    const key = keyOf(market);
    const group = groups.get(key);
    if (group) group.push(market);
    else groups.set(key, [market]);
  }
  return new Map([...groups].map(([key, group]) => [key, byPopularity(group)]));
}

function byPopularity(markets: readonly Market[]): WeightedChoice<Market> {
  return new WeightedChoice(markets, ({ popularity }) => popularity);
}
