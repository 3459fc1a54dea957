import type { SqlExecutor } from '@app/sql';
import { lockListings, splitByUniqueKey } from '@app/bundles';
import { listingKey, saveDeletions, normalizeWhole } from '@app/listings';
import type { FeedNote } from '../reaxml/feed.types.js';
import type { FeedListing } from '../reaxml/mapping/listing-patch.js';
import { FeedAgents } from './feed-agents.writer.js';
import type { FeedOutcome } from './feed-outcomes.js';
import { findHeld, forgetHeld, saveHeld } from './held-listings.repository.js';
import { keyIn, planEntries, type FeedRunState, type Plan } from './feed-plan.js';

/** The outcome of an entry. */
export interface EntryResult {
  readonly outcome: FeedOutcome;
  readonly notes: readonly FeedNote[];
}

/**
 * Imports the entries of a batch, inside a transaction; several entries of one listing are applied in their order.
 *
 * @param onSaving called when almost all remaining work is the database's
 */
export async function importBatch(
  executor: SqlExecutor,
  listings: readonly FeedListing[],
  state: FeedRunState,
  onSaving: () => void,
): Promise<EntryResult[]> {
  const held = await findHeld(
    executor,
    listings.map((listing) => keyIn(listing, state)),
  );
  const agents = await FeedAgents.find(executor, state, [...listings, ...held.values()]);
  await lockListings(executor);
  const taken = new Map<FeedListing, EntryResult>();
  for (const round of splitByUniqueKey(listings, (listing) => listingKey(keyIn(listing, state)))) {
    const plans = await planEntries(executor, round, state, agents);
    await agents.write();
    const entries = await carryOut(executor, state, plans, onSaving);
    round.forEach((listing, at) => taken.set(listing, entries[at] ?? { outcome: 'unchanged', notes: [] }));
  }
  return listings.map((listing) => taken.get(listing) ?? { outcome: 'unchanged', notes: [] });
}

/** The outcome of an entry that the database rejects. */
export const rejectedEntry = ({ position }: FeedListing, element: string, problem: string): EntryResult => ({
  outcome: 'rejected',
  notes: [{ ...position, element, problem, done: 'rejected' }],
});

async function carryOut(
  executor: SqlExecutor,
  { websiteID, writers: { listings } }: FeedRunState,
  plans: readonly Plan[],
  onSaving: () => void,
): Promise<EntryResult[]> {
  const lines = plans.flatMap((plan) => (plan.does === 'write' ? [normalizeWhole(plan.line())] : []));
  const outcomes = lines.length > 0 ? await listings.importLines(executor, lines, onSaving) : [];
  const deleting = plans.filter((plan) => plan.does === 'delete');
  const removed = await listings.remove(
    executor,
    deleting.flatMap(({ ids }) => ids),
  );
  await saveDeletions(
    executor,
    deleting.flatMap(({ deletions }) => deletions),
  );
  await forgetHeld(
    executor,
    deleting.flatMap(({ held }) => held),
  );
  await saveHeld(
    executor,
    websiteID,
    plans.flatMap((plan) => (plan.does === 'hold' ? [plan.entry] : [])),
  );
  return plans.map((plan): EntryResult => {
    if (plan.does === 'hold') return { outcome: 'held', notes: plan.notes };
    if (plan.does === 'nothing') return { outcome: plan.outcome, notes: plan.notes };
    if (plan.does === 'delete') {
      const isGone = plan.held.length > 0 || plan.ids.some((id) => removed.has(id));
      return { outcome: isGone ? 'deleted' : 'unchanged', notes: [] };
    }
    const outcome = outcomes.shift() ?? 'unchanged';
    if (typeof outcome === 'object') {
      const { field, reason } = outcome;
      return rejectedEntry(plan.listing, field, reason);
    }
    return { outcome: outcome === 'repeated' ? 'unchanged' : outcome, notes: plan.notes };
  });
}
