import { parseStored } from '@app/schema';
import { SqlExecutor } from '@app/sql';
import { toInstant } from '@app/suburbs';
import {
  findDeletions,
  findListingLines,
  listingKey,
  type ListingKey,
  normalizeWhole,
  type ListingLine,
  type NormalizedLine,
  changes,
} from '@app/listings';
import { type FeedNote, type FeedListing, lostPaths, mergeListing, givenModtime, removedItems } from '@app/reaxml';
import type { FeedAgents, FeedRunState, ListedAgents } from './feed-agents.writer.js';
import type { FeedOutcome } from './feed-report.js';
import { adoptListings } from './feed-adoption.js';
import { withPlausibleCoordinates } from './feed-coordinates.js';
import { suburbKeyAfter } from './feed-places.js';
import { agentFields } from './listed-agents.js';
import { unidentified } from './feed-listings.repository.js';

/** The outcome of an entry. */
export interface EntryResult {
  readonly outcome: FeedOutcome;
  readonly notes: readonly FeedNote[];
}

/** A listing: the stored one, or its state after the entries so far. */
interface ListingState {
  readonly before: ListingLine | undefined;
  /** The time of its deletion; undefined if it exists or was never deleted. */
  readonly deleted: string | undefined;
  /** The line to write; undefined as long as the database has `before`. */
  readonly written?: NormalizedLine;
}

/** The result of an entry, and the listing after it. Without `after` nothing changes. */
type Plan = EntryResult & { readonly after?: ListingState };

/** The combined change of all entries of a listing. */
export interface ListingChange {
  readonly key: ListingKey;
  readonly stored: ListingState;
  after: ListingState;
}

/** The longest time for which entries keep the process from other work. */
const MAX_MS = 10;

/** The property of a line that is not written yet. */
const TO_BE_FOUND = -1;

const NOTHING: ListingState = { before: undefined, deleted: undefined };

export const keyIn = ({ agentID, uniqueID }: FeedListing, { websiteID }: FeedRunState) => ({
  websiteID,
  agentID,
  uniqueID,
});

/** Plans the changes of entries in order: each entry is applied to the result of the previous one. */
export async function planEntries(
  executor: SqlExecutor,
  listings: readonly FeedListing[],
  state: FeedRunState,
  agents: FeedAgents,
): Promise<{ readonly results: Map<FeedListing, EntryResult>; readonly changed: ReadonlyMap<string, ListingChange> }> {
  const changed = await findStored(executor, listings, state);
  const found = (given: FeedListing): FoundEntry => {
    const stored = changed.get(listingKey(keyIn(given, state)))?.after ?? NOTHING;
    return { given, stored, place: suburbKeyAfter(given, stored.before) };
  };
  await state.places.load(
    executor,
    listings.map((listing) => found(listing).place),
  );
  const adopted = await adopt(executor, changed, listings, state);
  const results = new Map<FeedListing, EntryResult>();
  let begun = performance.now();
  for (const listing of listings) {
    if (performance.now() - begun > MAX_MS) {
      await new Promise(setImmediate);
      begun = performance.now();
    }
    const one = found(listing);
    // An earlier entry may contain a part of the address.
    await state.places.load(executor, [one.place]);
    const plan = await planOf(one, state, agents);
    const change = changed.get(listingKey(keyIn(listing, state)));
    if (change && plan.after) change.after = plan.after;
    const former = adopted.get(listing);
    results.set(listing, former ? { ...plan, notes: [...plan.notes, formerNote(listing, former)] } : plan);
  }
  return { results, changed };
}

/** Current entries without a listing or a deletion take over listings by address, if the feed says so. */
async function adopt(
  executor: SqlExecutor,
  changed: Map<string, ListingChange>,
  listings: readonly FeedListing[],
  state: FeedRunState,
): Promise<ReadonlyMap<FeedListing, ListingLine>> {
  const { named } = state;
  if (!named) return new Map();
  const unknown = new Map<string, FeedListing>();
  const over = new Set<string>();
  for (const listing of listings) {
    const key = listingKey(keyIn(listing, state));
    const { before, deleted } = changed.get(key)?.stored ?? NOTHING;
    if (before || deleted !== undefined || listing.status === 'deleted') over.add(key);
    else if (listing.status === 'current' && hasAddress(listing) && !unknown.has(key)) unknown.set(key, listing);
  }
  for (const key of over) unknown.delete(key);
  const adopted = await adoptListings(executor, [...unknown.values()], { ...state, named });
  for (const [listing, before] of adopted) {
    const stored = { before, deleted: undefined };
    const key = keyIn(listing, state);
    changed.set(listingKey(key), { key, stored, after: stored });
  }
  return adopted;
}

const formerNote = ({ position, uniqueID }: FeedListing, former: ListingLine): FeedNote => ({
  ...position,
  element: 'uniqueID',
  problem: `the listing at this address had the uniqueID ${JSON.stringify(former.uniqueID)}`,
  done: `now ${JSON.stringify(uniqueID)}`,
});

/** The stored listings, by `listingKey`. */
async function findStored(
  executor: SqlExecutor,
  listings: readonly FeedListing[],
  state: FeedRunState,
): Promise<Map<string, ListingChange>> {
  const keys = new Map(listings.map((listing) => keyIn(listing, state)).map((key) => [listingKey(key), key]));
  const current = await findListingLines(executor, [...keys.values()]);
  const unknown = [...keys].flatMap(([text, key]) => (current.has(text) ? [] : key));
  const deletions = await findDeletions(executor, unknown);
  return new Map(
    [...keys].map(([text, key]) => {
      const stored = { before: current.get(text), deleted: deletions.get(text) };
      return [text, { key, stored, after: stored }];
    }),
  );
}

interface FoundEntry {
  readonly given: FeedListing;
  readonly stored: ListingState;
  readonly place: ReturnType<typeof suburbKeyAfter>;
}

/** Whether an entry names a suburb or a street. */
const hasAddress = ({ patch: { address } }: FeedListing): boolean => Boolean(address?.suburb || address?.street);

async function planOf({ given, stored, place }: FoundEntry, state: FeedRunState, agents: FeedAgents): Promise<Plan> {
  const { websiteID, places } = state;
  const { deleted } = stored;
  const before = stored.before && stored.written ? copyOf(stored.before) : stored.before;
  const timeZone = places.timeZone(place);
  const modtime = given.modTime && toInstant(given.modTime, timeZone);
  if (modtime && isLate(modtime, stored)) {
    // A deletion that is already recorded.
    if (given.status === 'deleted' && modtime === deleted) return { outcome: 'unchanged', notes: [] };
    const later = before ? `the listing, which is of ${before.modtime}` : `its deletion, which is of ${deleted}`;
    return latePlan(given, modtime, later);
  }
  if (given.status === 'deleted') {
    const outcome = before ? 'deleted' : 'unchanged';
    // A deletion without a modTime counts as old as the listing that it deletes: a later entry may create it again.
    return { outcome, notes: [], after: { ...NOTHING, deleted: modtime ?? givenModtime(before) ?? deleted } };
  }
  if (!before && !hasAddress(given))
    return rejectedEntry(given, given.listingType, 'has no address, and the listing does not exist yet');
  const located = withPlausibleCoordinates(given, before, places.of(place));
  const merged = mergeListing(before, places.withReferenceSpelling(located.entry, before), { websiteID, timeZone });
  const centred = places.withCentre(merged, place);
  const named = given.agents && (await agents.of(given, before));
  const notes = [
    ...places.notes(given, place),
    ...located.notes,
    ...kindNotes(given, before, centred),
    ...removalNotes(given, before, centred, named),
  ];
  const line = { ...centred, ...(named && agentFields(centred, named.listed)) };
  const written = normalizeWhole(unidentified(line));
  if (before && !changes(written, comparable(stored, before))) return { outcome: 'unchanged', notes };
  const left = { ...written.line, id: before?.id, propertyID: line.propertyID ?? TO_BE_FOUND };
  return { outcome: before ? 'updated' : 'created', notes, after: { ...NOTHING, before: left, written } };
}

/** A copy of the line, as the database would return it. */
const copyOf = (line: ListingLine): ListingLine => parseStored<ListingLine>(JSON.stringify(line));

/** The line with the digest of its write. */
const comparable = ({ written }: ListingState, before: ListingLine) => ({
  ...before,
  digest: (written ?? normalizeWhole(copyOf(before))).digest,
});

/** The result for an entry that is not stored. */
export const rejectedEntry = ({ position }: FeedListing, element: string, problem: string): EntryResult => ({
  outcome: 'rejected',
  notes: [{ ...position, element, problem, done: 'rejected' }],
});

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

function latePlan({ position, listingType }: FeedListing, modtime: string, later: string): Plan {
  const problem = `modTime ${modtime} is not later than ${later}`;
  return { outcome: 'stale', notes: [{ ...position, element: listingType, problem, done: 'changes nothing' }] };
}

/** More ids are only counted. */
const MAX_IDS = 40;

/** Notes about items that an entry removes from the lists of a listing, and about agents that are not linked. */
export function removalNotes(
  { position, patch, items }: FeedListing,
  before: ListingLine | undefined,
  line: ListingLine,
  agents: ListedAgents | undefined,
): FeedNote[] {
  const lists = before ? removedItems(before, line, { patch, items }) : [];
  const removed = [...lists, ['agents', agents?.removed ?? []] as const].filter(([, ids]) => ids.length > 0);
  const unknown = (agents?.unknown ?? []).map(({ uniqueListingAgentID }) => ({
    ...position,
    element: 'listingAgent',
    problem: `nobody has the uniqueListingAgentID ${JSON.stringify(uniqueListingAgentID)}, and no name is given`,
    done: 'left out',
  }));
  const others = (agents?.others ?? []).map(({ agentID, name }) => ({
    ...position,
    element: 'listingAgent',
    problem: `${JSON.stringify(name)} is of the office ${JSON.stringify(agentID)}`,
    done: 'shown with the listing alone',
  }));
  return [
    ...unknown,
    ...others,
    ...removed.map(([list, ids]) => ({
      ...position,
      element: list,
      problem: `${ids.length} removed (${idsText(ids)})`,
      done: 'as the entry says',
    })),
  ];
}

const idsText = (ids: readonly string[]): string =>
  ids.length > MAX_IDS ? `${ids.slice(0, MAX_IDS).join(', ')}, ...` : ids.join(', ');
