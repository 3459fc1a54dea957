import { SqlExecutor } from '@app/sql';
import { toInstant } from '@app/suburbs';
import {
  findDeletions,
  findListingLines,
  listingKey,
  type Deletion,
  type ListingKey,
  type ListingLine,
} from '@app/listings';
import type { FeedNote } from '../reaxml/feed.types.js';
import type { FeedListing } from '../reaxml/mapping/listing-patch.js';
import { hasAddress, joinEntries } from '../reaxml/merging/join-entries.js';
import { lostPaths } from '../reaxml/merging/leave-kind.js';
import { mergeListing, givenModtime } from '../reaxml/merging/merge-listing.js';
import type { FeedAgents } from './feed-agents.writer.js';
import { removalNotes } from './feed-removals.js';
import { keyOf, type FeedPlaces } from './feed-places.js';
import type { FeedWriters } from './feed-writers.js';
import { findHeld } from './held-listings.repository.js';

/** State that a feed run keeps from batch to batch. */
export interface FeedRunState {
  readonly websiteID: number;
  readonly writers: FeedWriters;
  readonly places: FeedPlaces;
}

/** What to do with an entry. */
export type Plan = { readonly listing: FeedListing } & (
  | { readonly does: 'nothing'; readonly outcome: 'unchanged' | 'stale'; readonly notes: readonly FeedNote[] }
  | { readonly does: 'hold'; readonly entry: FeedListing; readonly notes: readonly FeedNote[] }
  | {
      readonly does: 'delete';
      readonly ids: readonly number[];
      readonly deletions: readonly Deletion[];
      /** Held-back data to delete as well. */
      readonly held: readonly ListingKey[];
    }
  | { readonly does: 'write'; readonly line: () => ListingLine; readonly notes: readonly FeedNote[] }
);

/** What the database has of the listing of an entry. */
interface StoredState {
  readonly before: ListingLine | undefined;
  /** When it was deleted; undefined if it exists or was never deleted. */
  readonly deleted: string | undefined;
  /** Data held back because the address is missing. */
  readonly waiting: FeedListing | undefined;
}

export const keyIn = ({ agentID, uniqueID }: FeedListing, { websiteID }: FeedRunState) => ({
  websiteID,
  agentID,
  uniqueID,
});

/** Plans what to do with entries, each of a different listing. */
export async function planEntries(
  executor: SqlExecutor,
  listings: readonly FeedListing[],
  state: FeedRunState,
  agents: FeedAgents,
): Promise<Plan[]> {
  const keys = listings.map((listing) => keyIn(listing, state));
  const current = await findListingLines(executor, keys);
  const unknown = keys.filter((key) => !current.has(listingKey(key)));
  const deletions = await findDeletions(executor, unknown);
  const waiting = await findHeld(executor, unknown);
  const heldOf = (listing: FeedListing): StoredState => {
    const key = listingKey(keyIn(listing, state));
    return { before: current.get(key), deleted: deletions.get(key), waiting: waiting.get(key) };
  };
  await state.places.load(
    executor,
    listings.map((listing) => {
      const { before, waiting: earlier } = heldOf(listing);
      return keyOf(joinEntries(earlier, listing), before);
    }),
  );
  return listings.map((listing) => planOf(listing, heldOf(listing), state, agents));
}

function planOf(given: FeedListing, held: StoredState, state: FeedRunState, agents: FeedAgents): Plan {
  const { websiteID, places } = state;
  const { before, waiting } = held;
  const listing = joinEntries(waiting, given);
  const key = keyOf(listing, before);
  const timeZone = places.timeZone(key);
  const modtime = listing.modTime && toInstant(listing.modTime, timeZone);
  if (given.modTime && waiting?.modTime && given.modTime < waiting.modTime) return latePlan(given, given.modTime, held);
  if (modtime && isLate(modtime, held)) return latePlan(listing, modtime, held);
  if (listing.status === 'deleted') {
    // A deletion without a modTime counts as old as the listing that it deletes: a later entry may create it again.
    const deleted = modtime ?? givenModtime(before);
    const deletions = deleted ? [{ ...keyIn(listing, state), modtime: deleted }] : [];
    return {
      listing,
      does: 'delete',
      ids: before?.id ? [before.id] : [],
      deletions,
      held: waiting ? [keyIn(listing, state)] : [],
    };
  }
  if (!before && !hasAddress(listing)) return holdPlan(listing);
  const merged = mergeListing(before, places.withReferenceSpelling(listing, before), { websiteID, timeZone });
  const line = places.withCentre(merged, key);
  const named = listing.agents && agents.of(listing, before?.agents ?? []);
  const notes = [
    ...places.notes(listing, key),
    ...kindNotes(listing, before, line),
    ...removalNotes(listing, before, line, named),
  ];
  const whole = () => unidentified({ ...line, ...(named && { agents: named.agents() }) });
  return { listing, does: 'write', line: whole, notes };
}

/**
 * A line without ids: the import finds the stored listing and its property by their keys. With them, a listing that is
 * deleted meanwhile would come back under its old id (ADR 10).
 */
export function unidentified({ id: _id, propertyID: _propertyID, ...line }: ListingLine): ListingLine {
  return { ...line, _id: '', address: { ...line.address, _id: '' } };
}

function holdPlan(listing: FeedListing): Plan {
  const { position, listingType } = listing;
  const note = { ...position, element: listingType, problem: 'has no address', done: 'held back until one comes' };
  return { listing, does: 'hold', entry: listing, notes: [note] };
}

/** Notes for a listing that changes its kind. */
function kindNotes(listing: FeedListing, before: ListingLine | undefined, line: ListingLine): FeedNote[] {
  const { position, listingType } = listing;
  if (!before || before.listingType === listingType) return [];
  const lost = lostPaths(before, line);
  const done = lost.length === 0 ? 'changed' : `without ${lost.join(', ')}`;
  return [{ ...position, element: listingType, problem: `was ${before.listingType} before`, done }];
}

/**
 * Whether an entry is out of date. A deletion wins over an entry of the same time: a file that creates and deletes a
 * listing at one time creates it only once.
 */
function isLate(modtime: string, { before, deleted }: StoredState): boolean {
  if (!before) return deleted !== undefined && modtime <= deleted;
  const given = givenModtime(before);
  return given !== undefined && modtime < given;
}

/** A deletion that is already recorded is unchanged; any other late entry is stale. */
function latePlan(listing: FeedListing, modtime: string, { before, deleted, waiting }: StoredState): Plan {
  if (listing.status === 'deleted' && modtime === deleted)
    return { listing, does: 'nothing', outcome: 'unchanged', notes: [] };
  const later = waiting?.modTime
    ? `what is held back, which is of ${waiting.modTime}`
    : before
      ? `the listing, which is of ${before.modtime}`
      : `its deletion, which is of ${deleted}`;
  const problem = `modTime ${modtime} is not later than ${later}`;
  const notes = [{ ...listing.position, element: listing.listingType, problem, done: 'changes nothing' }];
  return { listing, does: 'nothing', outcome: 'stale', notes };
}
