import { SqlExecutor } from '@app/sql';
import { toInstant } from '@app/suburbs';
import type { AgentsWriter } from '@app/agents';
import { changes, type ListingsWriter } from '@app/bundles';
import {
  findDeletions,
  findListingLines,
  listingKey,
  normalizeWhole,
  type ListingLine,
  type NormalizedLine,
} from '@app/listings';
import type { FeedNote } from '../reaxml/feed.types.js';
import type { FeedListing } from '../reaxml/mapping/listing-patch.js';
import { hasAddress, joinEntries } from '../reaxml/merging/join-entries.js';
import { lostPaths } from '../reaxml/merging/leave-kind.js';
import { mergeListing, givenModtime } from '../reaxml/merging/merge-listing.js';
import type { FeedAgents } from './feed-agents.writer.js';
import type { FeedOutcome } from './feed-report.js';
import { removalNotes } from './feed-removals.js';
import { keyOf, type FeedPlaces } from './feed-places.js';
import { agentFields } from './listed-agents.js';
import { findHeld } from './held-listings.repository.js';

/** The write paths that feeds use. */
export interface FeedWriters {
  readonly agents: AgentsWriter;
  readonly listings: ListingsWriter;
}

/** State that a feed run keeps from batch to batch. */
export interface FeedRunState {
  readonly websiteID: number;
  readonly writers: FeedWriters;
  readonly places: FeedPlaces;
}

/** The outcome of an entry. */
export interface EntryResult {
  readonly outcome: FeedOutcome;
  readonly notes: readonly FeedNote[];
}

/** What the database has of a listing. */
interface StoredListing {
  readonly before: ListingLine | undefined;
  /** When it was deleted; undefined if it exists or was never deleted. */
  readonly deleted: string | undefined;
  /** Data held back because the address is missing. */
  readonly waiting: FeedListing | undefined;
}

/** What an entry does, and what is to be written for it. */
export interface Plan extends EntryResult {
  readonly written?: NormalizedLine;
  /** The listing that is to be removed. */
  readonly removed?: number | undefined;
  /** When the listing was deleted. */
  readonly deleted?: string | undefined;
  /** What is to be held back. */
  readonly waiting?: FeedListing;
}

export const keyIn = ({ agentID, uniqueID }: FeedListing, { websiteID }: FeedRunState) => ({
  websiteID,
  agentID,
  uniqueID,
});

/** Plans what entries change, each of another listing. */
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
  const held = await findHeld(executor, unknown);
  const found = listings.map((given, at) => {
    const key = listingKey(keys[at]!); // as many as there are listings
    const stored = { before: current.get(key), deleted: deletions.get(key), waiting: held.get(key) };
    const listing = joinEntries(stored.waiting, given);
    return { given, stored, listing, place: keyOf(listing, stored.before) };
  });
  await state.places.load(
    executor,
    found.map(({ place }) => place),
  );
  const plans: Plan[] = [];
  for (const one of found) plans.push(await planOf(one, state, agents));
  return plans;
}

interface FoundEntry {
  readonly given: FeedListing;
  readonly stored: StoredListing;
  /** With what is held back. */
  readonly listing: FeedListing;
  readonly place: ReturnType<typeof keyOf>;
}

async function planOf({ given, stored, listing, place }: FoundEntry, state: FeedRunState, agents: FeedAgents) {
  const { websiteID, places } = state;
  const { before, waiting, deleted } = stored;
  const timeZone = places.timeZone(place);
  const modtime = listing.modTime && toInstant(listing.modTime, timeZone);
  if (given.modTime && waiting?.modTime && given.modTime < waiting.modTime)
    return latePlan(given, given.modTime, stored);
  if (modtime && isLate(modtime, stored)) return latePlan(listing, modtime, stored);
  if (listing.status === 'deleted') {
    const outcome = before || waiting ? ('deleted' as const) : ('unchanged' as const);
    // A deletion without a modTime counts as old as the listing that it deletes: a later entry may create it again.
    return { outcome, notes: [], removed: before?.id, deleted: modtime ?? givenModtime(before) ?? deleted };
  }
  if (!before && !hasAddress(listing)) return holdPlan(listing);
  const merged = mergeListing(before, places.withReferenceSpelling(listing, before), { websiteID, timeZone });
  const line = places.withCentre(merged, place);
  const named = listing.agents && (await agents.of(listing, before));
  const notes = [
    ...places.notes(listing, place),
    ...kindNotes(listing, before, line),
    ...removalNotes(listing, before, line, named),
  ];
  const written = normalizeWhole(unidentified({ ...line, ...(named && agentFields(line, named.listed)) }));
  if (before && !changes(written, comparable(before))) return { outcome: 'unchanged' as const, notes };
  return { outcome: before ? ('updated' as const) : ('created' as const), notes, written };
}

/** Compared as it was written; normalizing changes its copy. */
const comparable = (before: ListingLine) => ({ ...before, digest: normalizeWhole(structuredClone(before)).digest });

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
  return { outcome: 'held', notes: [note], waiting: { ...listing, notes: [] } };
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
function isLate(modtime: string, { before, deleted }: StoredListing): boolean {
  if (!before) return deleted !== undefined && modtime <= deleted;
  const given = givenModtime(before);
  return given !== undefined && modtime < given;
}

/** A deletion that is already recorded is unchanged; any other late entry is stale. */
function latePlan(listing: FeedListing, modtime: string, { before, deleted, waiting }: StoredListing): Plan {
  if (listing.status === 'deleted' && modtime === deleted) return { outcome: 'unchanged', notes: [] };
  const later = waiting?.modTime
    ? `what is held back, which is of ${waiting.modTime}`
    : before
      ? `the listing, which is of ${before.modtime}`
      : `its deletion, which is of ${deleted}`;
  const problem = `modTime ${modtime} is not later than ${later}`;
  const notes = [{ ...listing.position, element: listing.listingType, problem, done: 'changes nothing' }];
  return { outcome: 'stale', notes };
}
