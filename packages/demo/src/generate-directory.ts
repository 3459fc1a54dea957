import { surroundingSuburbs, suburbLine, type Neighbour, type ReferenceSuburb } from '@app/suburbs';
import { accountLines } from './agencies/account-lines.js';
import { agentLines } from './agencies/agent-lines.js';
import { planAgencies } from './agencies/agency-plan.js';
import type { DemoAccountLine, DemoAgentLine } from './bundle-lines.js';
import type { DemoListingLine } from './listing-line.js';
import { listingHistories, type DemoHistoryEntry } from './listings/listing-history.js';
import { listingLines } from './listings/listing-lines.js';
import { PictureLinks } from './pictures/picture-links.js';
import type { DemoPlace } from './places/demo-place.js';
import { gazetteer } from './places/gazetteer.js';
import { toMarkets } from './places/markets.js';
import { identifierOf } from './random/identifier.js';

const AGENTS_PER_ACCOUNT = 5;
const DEFAULT_BASE = 'http://localhost:3000';

/** A line of `suburbs.ndjson`. */
interface DemoSuburbLine extends ReferenceSuburb {
  _id: string;
}

/** Size of the directory that is generated at the first start. */
export const DEMO_DEFAULTS = { seed: 1, accounts: 12, listings: 2_000 } as const;

/** Size, date and places of a generated directory. */
export interface DirectoryOptions {
  /** A whole number: the same seed and `now` give the same lines. */
  seed?: number;
  accounts?: number;
  /** Default: five for each account. */
  agents?: number;
  listings?: number;
  /** The suburbs to list in. Default: 400 well-known ones. */
  suburbs?: readonly DemoPlace[];
  /** The URL of the service that draws the pictures, without a trailing slash. Default: a service on localhost. */
  base?: string;
  /** The reference time for "upcoming" and "recent". */
  now: Date;
}

/**
 * The lines of a bundle. Each part is generated while it is read, and can be read any number of times, in any order.
 */
export interface DemoDirectory {
  suburbs: Iterable<DemoSuburbLine>;
  accounts: Iterable<DemoAccountLine>;
  agents: Iterable<DemoAgentLine>;
  listings: Iterable<DemoListingLine>;
  /** Changes of the listings; no file of a bundle contains them. */
  histories: Iterable<DemoHistoryEntry>;
}

/**
 * Generates a realistic directory of any size: a few large agencies and many small ones, in real suburbs, with eight
 * years of past sales and rentals and their current listings.
 *
 * @throws RangeError if listings are wanted but there is no account or no suburb with coordinates
 */
export function generateDirectory(options: DirectoryOptions): DemoDirectory {
  const { now, seed = DEMO_DEFAULTS.seed, accounts = DEMO_DEFAULTS.accounts } = options;
  const { listings = DEMO_DEFAULTS.listings, agents = accounts * AGENTS_PER_ACCOUNT } = options;
  const world = { seed, now, pictures: new PictureLinks(options.base ?? DEFAULT_BASE) };
  const places = options.suburbs ?? gazetteer();
  const surroundings = surroundingSuburbs(places);
  const markets = toMarkets(seed, places, surroundings);
  if (markets.length === 0 || (listings > 0 && accounts === 0)) {
    throw new RangeError('A directory needs a suburb with coordinates, and listings need an account');
  }
  const agencies = planAgencies(seed, accounts, agents, markets);
  const lines = () => listingLines(world, listings, agencies, markets);
  return {
    suburbs: repeatable(() => places.map((place, index) => demoSuburb(place, surroundings[index] ?? null))),
    accounts: repeatable(() => accountLines(world, agencies)),
    agents: repeatable(() => agentLines(world, agencies)),
    listings: repeatable(lines),
    histories: repeatable(() => listingHistories(world, lines())),
  };
}

// Suburbs are real: they are the same for every seed.
function demoSuburb(place: DemoPlace, neighbours: Neighbour[] | null): DemoSuburbLine {
  const line = suburbLine(place, neighbours);
  return { _id: identifierOf('suburb', line.name), ...line };
}

function repeatable<Line>(lines: () => Iterable<Line>): Iterable<Line> {
  return { [Symbol.iterator]: () => lines()[Symbol.iterator]() };
}
