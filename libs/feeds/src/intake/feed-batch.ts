import type { SqlExecutor } from '@app/sql';
import { lockListings, splitByUniqueKey } from '@app/bundles';
import { listingKey, saveDeletions } from '@app/listings';
import type { FeedListing } from '../reaxml/mapping/listing-patch.js';
import { FeedAgents } from './feed-agents.writer.js';
import { findHeld, forgetHeld, saveHeld } from './feed-listings.repository.js';
import { keyIn, planEntries, type EntryResult, type FeedRunState } from './feed-plan.js';

/**
 * Imports the entries of a batch, inside a transaction. Of several entries of one listing each finds what the one before
 * has left; the log of changes has what they change as a whole.
 *
 * @param onSaving called when almost all remaining work is the database's
 */
export async function importBatch(
  executor: SqlExecutor,
  listings: readonly FeedListing[],
  state: FeedRunState,
  onSaving: () => void,
): Promise<ReadonlyMap<FeedListing, EntryResult>> {
  const keyOf = (listing: FeedListing) => keyIn(listing, state);
  const held = await findHeld(executor, listings.map(keyOf));
  const agents = await FeedAgents.find(executor, state, [...listings, ...[...held.values()].flat()]);
  await lockListings(executor);
  const results = new Map<FeedListing, EntryResult>();
  for (const round of splitByUniqueKey(listings, (listing) => listingKey(keyOf(listing)))) {
    const stored = await importDistinct(executor, round, state, agents, onSaving);
    round.forEach((listing, at) => results.set(listing, stored[at]!)); // as many as there are entries
  }
  return results;
}

/** The outcome of an entry that the database rejects. */
export const rejectedEntry = ({ position }: FeedListing, element: string, problem: string): EntryResult => ({
  outcome: 'rejected',
  notes: [{ ...position, element, problem, done: 'rejected' }],
});

/** Imports entries of different listings. */
async function importDistinct(
  executor: SqlExecutor,
  entries: readonly FeedListing[],
  state: FeedRunState,
  agents: FeedAgents,
  onSaving: () => void,
): Promise<EntryResult[]> {
  const { listings } = state.writers;
  const plans = await planEntries(executor, entries, state, agents);
  await agents.write();
  const lines = plans.flatMap(({ written }) => written ?? []);
  const outcomes = lines.length > 0 ? await listings.importLines(executor, lines, onSaving) : [];
  // After the import: a property is deleted with its last listing, and a new one may belong to it.
  await listings.remove(
    executor,
    plans.flatMap(({ removed }) => removed ?? []),
  );
  const gone = plans.flatMap((plan, at) =>
    'deleted' in plan ? { ...keyIn(entries[at]!, state), modtime: plan.deleted } : [],
  );
  await saveDeletions(
    executor,
    gone.flatMap(({ modtime, ...key }) => (modtime === undefined ? [] : { ...key, modtime })),
  );
  await forgetHeld(executor, gone);
  await saveHeld(
    executor,
    state.websiteID,
    plans.flatMap(({ waiting }) => (waiting ? [waiting] : [])),
  );
  return plans.map(({ outcome, notes, written }, at) => {
    const stored = written && outcomes.shift();
    if (typeof stored === 'object') return rejectedEntry(entries[at]!, stored.field, stored.reason);
    return { outcome: stored === 'created' ? stored : outcome, notes };
  });
}
