import { SqlExecutor } from '@app/sql';
import { toInstant } from '@app/suburbs';
import { changes } from '@app/bundles';
import {
  findDeletions,
  findListingLines,
  listingKey,
  normalizeWhole,
  type ListingKey,
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
import type { FeedWriters } from './feed-writers.js';
import { agentFields } from './listed-agents.js';
import { findHeld } from './held-listings.repository.js';

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

/** What the database has of a listing, or will have after the entries so far. */
export interface ListingState {
  readonly before: ListingLine | undefined;
  /** When it was deleted; undefined if it exists or was never deleted. */
  readonly deleted: string | undefined;
  /** Data held back because the address is missing. */
  readonly waiting: FeedListing | undefined;
  /** What is to be written; undefined as long as `before` is what the database has. */
  readonly written?: NormalizedLine;
}

/** What an entry does; it changes nothing without `after`. */
type Plan = EntryResult & { readonly after?: ListingState };

type PlannedEntry = Plan & { readonly listing: FeedListing };

/** What the entries of a listing change, taken together. */
export interface ListingChange {
  readonly key: ListingKey;
  readonly stored: ListingState;
  after: ListingState;
}

/** The property of a line that is not written yet. */
const TO_BE_FOUND = -1;

export const keyIn = ({ agentID, uniqueID }: FeedListing, { websiteID }: FeedRunState) => ({
  websiteID,
  agentID,
  uniqueID,
});

/** Plans what entries change, one after the other: what one leaves is what the next one finds. */
export async function planEntries(
  executor: SqlExecutor,
  listings: readonly FeedListing[],
  state: FeedRunState,
  agents: FeedAgents,
): Promise<{ readonly plans: PlannedEntry[]; readonly changed: ReadonlyMap<string, ListingChange> }> {
  const changed = await findStored(executor, listings, state);
  const ofListing = (listing: FeedListing) => changed.get(listingKey(keyIn(listing, state)));
  const placeOf = (listing: FeedListing) => {
    const { waiting, before } = ofListing(listing)?.after ?? NOTHING;
    return keyOf(joinEntries(waiting, listing), before);
  };
  await state.places.load(executor, listings.map(placeOf));
  const plans: PlannedEntry[] = [];
  for (const listing of listings) {
    // A part of the address may be of an entry before.
    await state.places.load(executor, [placeOf(listing)]);
    const change = ofListing(listing);
    const plan = await planOf(listing, change?.after ?? NOTHING, state, agents);
    if (change && plan.after) change.after = plan.after;
    plans.push({ listing, ...plan });
  }
  return { plans, changed };
}

const NOTHING: ListingState = { before: undefined, deleted: undefined, waiting: undefined };

/** What is stored of listings, by `listingKey`. */
async function findStored(
  executor: SqlExecutor,
  listings: readonly FeedListing[],
  state: FeedRunState,
): Promise<Map<string, ListingChange>> {
  const keys = new Map(listings.map((listing) => keyIn(listing, state)).map((key) => [listingKey(key), key]));
  const current = await findListingLines(executor, [...keys.values()]);
  const unknown = [...keys].flatMap(([text, key]) => (current.has(text) ? [] : key));
  const deletions = await findDeletions(executor, unknown);
  const waiting = await findHeld(executor, unknown);
  return new Map(
    [...keys].map(([text, key]) => {
      const stored = { before: current.get(text), deleted: deletions.get(text), waiting: waiting.get(text) };
      return [text, { key, stored, after: stored }];
    }),
  );
}

async function planOf(given: FeedListing, held: ListingState, state: FeedRunState, agents: FeedAgents): Promise<Plan> {
  const { websiteID, places } = state;
  const { waiting } = held;
  const before = held.before && held.written ? copyOf(held.before) : held.before;
  const listing = joinEntries(waiting, given);
  const key = keyOf(listing, before);
  const timeZone = places.timeZone(key);
  const modtime = listing.modTime && toInstant(listing.modTime, timeZone);
  if (given.modTime && waiting?.modTime && given.modTime < waiting.modTime) return latePlan(given, given.modTime, held);
  if (modtime && isLate(modtime, held)) return latePlan(listing, modtime, held);
  if (listing.status === 'deleted') {
    // A deletion without a modTime counts as old as the listing that it deletes: a later entry may create it again.
    const deleted = modtime ?? givenModtime(before) ?? held.deleted;
    return { outcome: before || waiting ? 'deleted' : 'unchanged', notes: [], after: { ...NOTHING, deleted } };
  }
  if (!before && !hasAddress(listing)) return holdPlan(listing, held);
  const merged = mergeListing(before, places.withReferenceSpelling(listing, before), { websiteID, timeZone });
  const line = places.withCentre(merged, key);
  const named = listing.agents && (await agents.of(listing, before));
  const notes = [
    ...places.notes(listing, key),
    ...kindNotes(listing, before, line),
    ...removalNotes(listing, before, line, named),
  ];
  const written = normalizeWhole(unidentified({ ...line, ...(named && agentFields(line, named.listed)) }));
  if (before && !changes(written, comparable(held, before))) return { outcome: 'unchanged', notes };
  const left = { ...written.line, id: before?.id, propertyID: line.propertyID ?? TO_BE_FOUND };
  return {
    outcome: before ? 'updated' : 'created',
    notes,
    after: { ...NOTHING, before: left, written },
  };
}

/** As it is when it is read from the database. */
const copyOf = (line: ListingLine): ListingLine => JSON.parse(JSON.stringify(line)) as ListingLine; // a line as before

const comparable = ({ written }: ListingState, before: ListingLine) => {
  const { digest } = written ?? normalizeWhole(copyOf(before));
  return { ...before, digest };
};

/**
 * A line without ids: the import finds the stored listing and its property by their keys. With them, a listing that is
 * deleted meanwhile would come back under its old id (ADR 10).
 */
export function unidentified({ id: _id, propertyID: _propertyID, ...line }: ListingLine): ListingLine {
  return { ...line, _id: '', address: { ...line.address, _id: '' } };
}

function holdPlan(listing: FeedListing, held: ListingState): Plan {
  const { position, listingType } = listing;
  const note = { ...position, element: listingType, problem: 'has no address', done: 'held back until one comes' };
  return { outcome: 'held', notes: [note], after: { ...held, waiting: { ...listing, notes: [] } } };
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
function isLate(modtime: string, { before, deleted }: ListingState): boolean {
  if (!before) return deleted !== undefined && modtime <= deleted;
  const given = givenModtime(before);
  return given !== undefined && modtime < given;
}

/** A deletion that is already recorded is unchanged; any other late entry is stale. */
function latePlan(listing: FeedListing, modtime: string, { before, deleted, waiting }: ListingState): Plan {
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
