import { surroundingSuburbs, suburbLine, type ReferenceSuburb } from '@app/suburbs';
import { accountLines } from './agencies/account-lines.js';
import { agentLines } from './agencies/agent-lines.js';
import { planAgencies } from './agencies/agency-plan.js';
import type { DemoAccountLine, DemoAgentLine } from './bundle-lines.js';
import type { DemoListingLine } from './listing-line.js';
import { listingLines } from './listings/listing-lines.js';
import type { DemoPlace } from './places/demo-place.js';
import { gazetteer } from './places/gazetteer.js';
import { toMarkets } from './places/markets.js';

const AGENTS_PER_ACCOUNT = 5;

/** How large the directory that loads by itself is. */
export const DEMO_DEFAULTS = { seed: 1, accounts: 12, listings: 2_000 } as const;

/** How large a directory, when, and where. */
export interface DirectoryOptions {
  /** A whole number: the same seed and `now` give the same lines. */
  seed?: number;
  accounts?: number;
  /** Five for each account if not given. */
  agents?: number;
  listings?: number;
  /** The suburbs to list in; 400 well-known ones if not given. */
  suburbs?: readonly DemoPlace[];
  /** What "upcoming" and "recent" refer to. */
  now: Date;
}

/** The lines of a bundle. Each part is made as it is read, and can be read any number of times, in any order. */
export interface DemoDirectory {
  suburbs: Iterable<ReferenceSuburb>;
  accounts: Iterable<DemoAccountLine>;
  agents: Iterable<DemoAgentLine>;
  listings: Iterable<DemoListingLine>;
}

/**
 * Makes up a believable directory of any size: a few big agencies and many small ones, in real suburbs, with what they sold
 * and let over eight years, and what they have now.
 *
 * @throws RangeError if there are listings to make, but no account or no suburb with coordinates.
 */
export function generateDirectory(options: DirectoryOptions): DemoDirectory {
  const { now, seed = DEMO_DEFAULTS.seed, accounts = DEMO_DEFAULTS.accounts } = options;
  const { listings = DEMO_DEFAULTS.listings, agents = accounts * AGENTS_PER_ACCOUNT } = options;
  const places = options.suburbs ?? gazetteer();
  const surroundings = surroundingSuburbs(places);
  const markets = toMarkets(seed, places, surroundings);
  if (markets.length === 0 || (listings > 0 && accounts === 0)) {
    throw new RangeError('A directory needs a suburb with coordinates, and listings need an account');
  }
  const agencies = planAgencies(seed, accounts, agents, markets);
  return {
    suburbs: repeatable(() => places.map((place, index) => suburbLine(place, surroundings[index] ?? null))),
    accounts: repeatable(() => accountLines(seed, agencies)),
    agents: repeatable(() => agentLines(seed, agencies, now)),
    listings: repeatable(() => listingLines(seed, listings, agencies, markets, now)),
  };
}

function repeatable<Line>(lines: () => Iterable<Line>): Iterable<Line> {
  return { [Symbol.iterator]: () => lines()[Symbol.iterator]() };
}
