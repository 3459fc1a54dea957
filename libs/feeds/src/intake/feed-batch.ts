import type { Rejection, SqlExecutor } from '@app/sql';
import { lockListings } from '@app/bundles';
import { listingKey, saveDeletions } from '@app/listings';
import type { FeedListing } from '../reaxml/mapping/listing-patch.js';
import { FeedAgents } from './feed-agents.writer.js';
import { findHeld, forgetHeld, saveHeld } from './held-listings.repository.js';
import { keyIn, planEntries, type EntryResult, type FeedRunState, type ListingChange } from './feed-plan.js';

/**
 * Imports the entries of a batch, inside a transaction; several entries of one listing are applied in their order, and
 * written once.
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
  const { plans, changed } = await planEntries(executor, listings, state, agents);
  await agents.write();
  const rejected = await write(executor, state, [...changed.values()], onSaving);
  return plans.map(({ listing, outcome, notes }) => {
    const rejection = rejected.get(listingKey(keyIn(listing, state)));
    const isWritten = outcome === 'created' || outcome === 'updated';
    return rejection && isWritten ? rejectedEntry(listing, rejection.field, rejection.reason) : { outcome, notes };
  });
}

/** The outcome of an entry that the database rejects. */
export const rejectedEntry = ({ position }: FeedListing, element: string, problem: string): EntryResult => ({
  outcome: 'rejected',
  notes: [{ ...position, element, problem, done: 'rejected' }],
});

/** Writes what has changed. @returns the listings that are rejected, by `listingKey` */
async function write(
  executor: SqlExecutor,
  { websiteID, writers: { listings } }: FeedRunState,
  changed: readonly ListingChange[],
  onSaving: () => void,
): Promise<Map<string, Rejection>> {
  const removed = changed.filter(({ stored, after }) => stored.before && stored.before.id !== after.before?.id);
  const idsOf = (some: readonly ListingChange[]) => some.flatMap(({ stored }) => stored.before?.id ?? []);
  const written = changed.flatMap(({ after }) => after.written ?? []);
  await listings.remove(executor, idsOf(removed.filter(({ after }) => after.before)));
  const outcomes = written.length > 0 ? await listings.importLines(executor, written, onSaving) : [];
  // After the import: a property is deleted with its last listing, and a new one may belong to it.
  await listings.remove(executor, idsOf(removed.filter(({ after }) => !after.before)));
  await saveDeletions(
    executor,
    changed.flatMap(({ key, stored, after: { deleted } }) =>
      deleted !== undefined && deleted !== stored.deleted ? { ...key, modtime: deleted } : [],
    ),
  );
  await forgetHeld(
    executor,
    changed.flatMap(({ key, stored, after }) => (stored.waiting && !after.waiting ? key : [])),
  );
  await saveHeld(
    executor,
    websiteID,
    changed.flatMap(({ stored, after: { waiting } }) => (waiting && waiting !== stored.waiting ? waiting : [])),
  );
  return new Map(
    outcomes.flatMap((outcome, at) => {
      const line = written[at]?.line;
      return line && typeof outcome === 'object' ? [[listingKey(line), outcome]] : [];
    }),
  );
}
