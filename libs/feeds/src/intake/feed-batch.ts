import { holdListings, rounds, takeInListings, takeOutListings } from '@app/intake';
import { findListingLines, listingKey, settleWhole, type ListingLine } from '@app/listings';
import type { EntityManager } from 'typeorm';
import type { FeedNote } from '../reaxml/feed.types.js';
import type { FeedListing } from '../reaxml/mapping/listing-patch.js';
import { mergeListing } from '../reaxml/merging/merge-listing.js';
import { toInstant } from '../reaxml/values/zoned-time.js';
import { FeedAgents } from './feed-agents.js';
import type { FeedOutcome } from './feed-outcomes.js';
import { keyOf, type FeedPlaces } from './feed-places.js';

/** What became of an entry. */
export interface TakenEntry {
  readonly outcome: FeedOutcome;
  readonly notes: readonly FeedNote[];
}

/** What a run of a feed remembers from batch to batch. */
export interface FeedMemory {
  readonly websiteID: number;
  readonly places: FeedPlaces;
  /** When listings were deleted that this file has deleted, by their key: what is older does not bring them back. */
  readonly gone: Map<string, string>;
}

/** What is to be done with an entry. */
type Plan =
  | { readonly does: 'nothing' }
  | { readonly does: 'remove'; readonly id: number }
  | { readonly does: 'write'; readonly line: () => ListingLine; readonly notes: readonly FeedNote[] };

/**
 * Takes the entries of a batch in, inside a transaction; several entries of one listing in turn.
 *
 * @param onSaving is called when nearly all that is left is for the store to do
 */
export async function takeInBatch(
  store: EntityManager,
  listings: readonly FeedListing[],
  memory: FeedMemory,
  onSaving: () => void,
): Promise<TakenEntry[]> {
  const agents = await FeedAgents.find(store, memory.websiteID, listings);
  await holdListings(store);
  const taken = new Map<FeedListing, TakenEntry>();
  for (const round of rounds(listings, (listing) => keyIn(listing, memory))) {
    const plans = await planRound(store, round, memory, agents);
    await agents.write();
    const entries = await carryOut(store, plans, onSaving);
    round.forEach((listing, at) => taken.set(listing, entries[at] ?? { outcome: 'unchanged', notes: [] }));
  }
  return listings.map((listing) => taken.get(listing) ?? { outcome: 'unchanged', notes: [] });
}

const keyIn = ({ agentID, uniqueID }: FeedListing, { websiteID }: FeedMemory): string =>
  listingKey({ websiteID, agentID, uniqueID });

async function planRound(
  store: EntityManager,
  listings: readonly FeedListing[],
  memory: FeedMemory,
  agents: FeedAgents,
): Promise<Plan[]> {
  const { websiteID, places } = memory;
  const current = await findListingLines(
    store,
    listings.map(({ agentID, uniqueID }) => ({ websiteID, agentID, uniqueID })),
  );
  const beforeOf = (listing: FeedListing) => current.get(keyIn(listing, memory));
  await places.learn(
    store,
    listings.map((listing) => keyOf(listing, beforeOf(listing))),
  );
  return listings.map((listing) => planOf(listing, beforeOf(listing), memory, agents));
}

function planOf(listing: FeedListing, before: ListingLine | undefined, memory: FeedMemory, agents: FeedAgents): Plan {
  const { websiteID, places, gone } = memory;
  const key = keyOf(listing, before);
  const timeZone = places.timeZone(key);
  const modtime = listing.modTime && toInstant(listing.modTime, timeZone);
  const known = before ? before.modtime : gone.get(keyIn(listing, memory));
  if (modtime && known && modtime < known) return { does: 'nothing' };
  if (listing.status === 'deleted') {
    if (modtime) gone.set(keyIn(listing, memory), modtime);
    return before?.id ? { does: 'remove', id: before.id } : { does: 'nothing' };
  }
  const merged = mergeListing(before, places.spelled(listing, before), { websiteID, timeZone });
  const line = places.located(merged, key);
  const notes = places.notes(listing, key);
  if (!listing.agents) return { does: 'write', line: () => line, notes };
  const named = agents.of(listing, before?.agents ?? []);
  return { does: 'write', line: () => Object.assign(line, { agents: named() }), notes };
}

async function carryOut(store: EntityManager, plans: readonly Plan[], onSaving: () => void): Promise<TakenEntry[]> {
  const lines = plans.flatMap((plan) => (plan.does === 'write' ? [settleWhole(plan.line())] : []));
  const outcomes = lines.length > 0 ? await takeInListings(store, lines, onSaving) : [];
  const removed = await takeOutListings(
    store,
    plans.flatMap((plan) => (plan.does === 'remove' ? plan.id : [])),
  );
  return plans.map((plan): TakenEntry => {
    if (plan.does === 'nothing') return { outcome: 'unchanged', notes: [] };
    if (plan.does === 'remove') return { outcome: removed.has(plan.id) ? 'deleted' : 'unchanged', notes: [] };
    const outcome = outcomes.shift() ?? 'unchanged';
    if (typeof outcome === 'object') {
      const { field, reason } = outcome;
      return { outcome: 'rejected', notes: [{ element: field, problem: reason, done: 'rejected' }] };
    }
    return { outcome: outcome === 'repeated' ? 'unchanged' : outcome, notes: plan.notes };
  });
}
