import { setImmediate } from 'node:timers/promises';
import { ChangesService, laterOffset, LogHistoryRepository, wholeGroups, type Entry } from '@app/changes';
import { Problem } from '@app/http';
import { offsetAfter, offsetOf, type LogOffset, type LogPosition, type SafeHorizon } from '@app/cache';
import { MatchingListings } from '@app/listings';
import { Injectable } from '@nestjs/common';
import type { MatchReason } from '../dto/search.kinds.js';
import { ListingChanges } from './listing-changes.repository.js';
import { matchesOf, type ListingChange, type Match } from './match-reasons.js';
import type { KnownSearch, SearchGroup } from './search-group.js';
import { SearchIndex } from './search-index.service.js';
import { OF_LISTINGS } from './search-matches.service.js';

/** A round reads so many changes. */
const MOST_READ = 1_000;

/** Listings that match a search for one reason, in the order of their changes. */
export interface FoundMatches {
  readonly search: KnownSearch;
  readonly reason: MatchReason;
  readonly listingIDs: number[];
  /** The last of the changes. */
  last: Entry;
}

/** The matches of all searches after an offset of the log. */
export interface NewMatches {
  readonly found: readonly FoundMatches[];
  readonly place: LogOffset;
  readonly hasNext: boolean;
  /** Whether there were changes of listings. */
  readonly isMoved: boolean;
}

/** A change of which a group of searches is told. */
interface GroupMatches {
  readonly group: SearchGroup;
  readonly change: ListingChange;
  readonly matches: readonly Match[];
  readonly isCertain: boolean;
}

/** Compares changes with all searches, in one pass (B59). */
@Injectable()
export class NewMatchesReader {
  constructor(
    private readonly feed: ChangesService,
    private readonly history: LogHistoryRepository,
    private readonly changes: ListingChanges,
    private readonly listings: MatchingListings,
    private readonly index: SearchIndex,
  ) {}

  /** @param cursor up to which matches were read; empty, or of another log: it begins with the first search, or now */
  async after(cursor: string, at: LogPosition): Promise<NewMatches> {
    const { end } = at;
    await this.index.refresh(at);
    const nothing = { found: [], place: offsetAfter(end), hasNext: false, isMoved: false };
    if (this.index.isEmpty) return nothing;
    const begin = await this.begin(cursor, end);
    try {
      const batch = await this.feed.batch(begin, OF_LISTINGS, MOST_READ, end);
      const { groups, place } = wholeGroups(batch);
      const found = await this.find(await this.changes.of(groups), end);
      return { found, place, hasNext: batch.hasNext, isMoved: groups.length > 0 };
    } catch (error) {
      if (error instanceof Problem && error.code === 'CURSOR_EXPIRED') return { ...nothing, isMoved: true };
      throw error;
    }
  }

  private async begin(cursor: string, end: SafeHorizon): Promise<LogOffset> {
    const stored = offsetOf(cursor);
    const isOfLog = stored && (stored.log === end.log || (await this.history.succeeds(stored.log)));
    const renamed = isOfLog ? { ...stored, log: end.log } : undefined;
    // No search is told of changes before it.
    const first = this.index.begins(end.log);
    if (renamed && first) return laterOffset(renamed, first);
    return renamed ?? first ?? offsetAfter(end);
  }

  private async find(changes: readonly ListingChange[], { log }: SafeHorizon): Promise<FoundMatches[]> {
    const enabled = await this.listings.enabled(changes.map(({ listingID }) => listingID));
    const told: GroupMatches[] = [];
    for (const change of changes) {
      if (enabled.has(change.listingID)) this.compare(change, told);
      await setImmediate();
    }
    const unsure = await this.confirm(told.filter(({ isCertain }) => !isCertain));
    const found = new Map<string, FoundMatches>();
    for (const one of told) {
      if (!one.isCertain && !unsure.has(one)) continue;
      for (const match of one.matches) {
        for (const search of one.group.searches.values())
          if (isTold(search, match, log)) collect(found, search, match, one.change.listingID);
      }
    }
    return [...found.values()];
  }

  private compare(change: ListingChange, told: GroupMatches[]): void {
    if (change.new === null) return;
    for (const group of this.index.candidates(change.new)) {
      const { matches, isCertain } = matchesOf(group.test, change);
      if (matches.length > 0) told.push({ group, change, matches, isCertain });
    }
  }

  /** Where the log does not decide, the present list does: one statement for the searches with one query. */
  private async confirm(unsure: readonly GroupMatches[]): Promise<Set<GroupMatches>> {
    const confirmed = new Set<GroupMatches>();
    for (const group of new Set(unsure.map((one) => one.group))) {
      const own = unsure.filter((one) => one.group === group);
      const ids = own.map(({ change }) => change.listingID);
      const listed = await this.listings.among(ids, group.query, group.websiteID);
      for (const one of own) if (listed.has(one.change.listingID)) confirmed.add(one);
    }
    return confirmed;
  }
}

function isTold({ notify, begins }: KnownSearch, { reason, entry }: Match, log: string): boolean {
  if (!notify.includes(reason)) return false;
  if (begins?.log !== log) return true;
  return entry.xid > begins.xid || (entry.xid === begins.xid && entry.id > begins.id);
}

function collect(found: Map<string, FoundMatches>, search: KnownSearch, { reason, last }: Match, id: number): void {
  const key = `${search.id} ${reason}`;
  const known = found.get(key);
  if (!known) found.set(key, { search, reason, listingIDs: [id], last });
  else {
    if (!known.listingIDs.includes(id)) known.listingIDs.push(id);
    known.last = last;
  }
}
