import type { Rejection, SqlExecutor } from '@app/sql';
import { listingKey, saveDeletions, lockListings, type ListingsWriter } from '@app/listings';
import type { FeedListing } from '@app/reaxml';
import { FeedAgents, type FeedRunState } from './feed-agents.writer.js';
import { keyIn, planEntries, rejectedEntry, type EntryResult, type ListingChange } from './feed-plan.js';

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
): Promise<ReadonlyMap<FeedListing, EntryResult>> {
  const keyOf = (listing: FeedListing) => keyIn(listing, state);
  const agents = await FeedAgents.find(executor, state, listings);
  await lockListings(executor);
  const { results, changed } = await planEntries(executor, listings, state, agents);
  await agents.write();
  const others = await write(executor, state.writers.listings, [...changed.values()], onSaving);
  for (const [listing, { outcome, notes }] of results) {
    const key = listingKey(keyOf(listing));
    const other = outcome === 'created' || outcome === 'updated' ? others.get(key) : undefined;
    if (typeof other === 'object') results.set(listing, rejectedEntry(listing, other.field, other.reason));
    else if (other && others.delete(key)) results.set(listing, { outcome: other, notes });
  }
  return results;
}

/**
 * Writes the changed listings. Returns the outcomes that differ from the plan, by `listingKey`: a listing is rejected,
 * or was deleted manually meanwhile, so that its first entry creates it.
 */
async function write(
  executor: SqlExecutor,
  listings: ListingsWriter,
  changed: readonly ListingChange[],
  onSaving: () => void,
): Promise<Map<string, Rejection | 'created'>> {
  const isKept = ({ stored, after }: ListingChange) => stored.before?.id === after.before?.id;
  const removed = changed.filter((change) => change.stored.before && !isKept(change));
  const idsOf = (some: readonly ListingChange[]) => some.flatMap(({ stored }) => stored.before?.id ?? []);
  await listings.remove(executor, idsOf(removed.filter(({ after }) => after.before)));
  const writes = changed.flatMap((change) => (change.after.written ? { ...change, line: change.after.written } : []));
  const lines = writes.map(({ line }) => line);
  const outcomes = lines.length > 0 ? await listings.importLines(executor, lines, onSaving) : [];
  // After the import: a property is deleted with its last listing, and a new one may belong to it.
  await listings.remove(executor, idsOf(removed.filter(({ after }) => !after.before)));
  await saveDeletions(
    executor,
    changed.flatMap(({ key, stored, after: { deleted } }) =>
      deleted !== undefined && deleted !== stored.deleted ? { ...key, modtime: deleted } : [],
    ),
  );
  return new Map(
    writes.flatMap((change, at) => {
      const outcome = outcomes[at];
      const isAnew = outcome === 'created' && change.stored.before && isKept(change);
      return typeof outcome === 'object' || isAnew ? [[listingKey(change.key), outcome]] : [];
    }),
  );
}
