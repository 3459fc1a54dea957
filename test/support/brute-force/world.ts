import { Dice } from './dice.js';
import type { World } from './lines.js';
import { worldAccounts, worldAgents } from './world-agencies.js';
import { closedListings } from './world-closings.js';
import { worldListings } from './world-listings.js';
import { placedListings, placedSuburbs, withCentres } from './world-places.js';
import { worldSuburbs } from './world-suburbs.js';

/** A small directory full of edge cases. The same seed and time give the same lines. */
export function makeWorld(seed: number, now: number): World {
  const dice = new Dice(seed);
  const suburbs = worldSuburbs(dice);
  const places = new Dice(seed + 1000);
  const located = placedSuburbs(suburbs, places);
  return {
    suburbs: located,
    accounts: worldAccounts,
    agents: worldAgents,
    listings: closedListings(withCentres(placedListings(worldListings(400, suburbs, dice, now), places), located), now),
    now,
  };
}
