import { ChangesService, LogHistoryRepository, wholeGroups } from '@app/changes';
import { TimeSlice } from '@app/fairness';
import { Problem } from '@app/http';
import { offsetAfter, offsetOf, type LogOffset, type SafeHorizon } from '@app/cache';
import { MatchingListings } from '@app/listings';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SearchesRepository } from '../searches.repository.js';
import { ListingChanges } from './listing-changes.repository.js';
import { MatchJudge, type GroupMatches } from './match-judge.service.js';
import type { ListingChange } from './match-reasons.js';
import { SearchGroup, type StoredGroup } from './search-group.js';
import { keysOfListing, mayBeWithin } from './search-keys.js';
import { OF_LISTINGS } from './search-matches.service.js';

/** Changes read from the log. */
export interface ChangeBatch {
  readonly changes: readonly ListingChange[];
  readonly place: LogOffset;
  readonly hasNext: boolean;
}

/** Options for finding the matches of some accounts. */
interface FindOptions {
  readonly websiteIDs: readonly number[];
  /** Owners with more possible searches are left out; null: no limit. */
  readonly most: number | null;
  /** Called from time to time; throws to abort the work. */
  readonly goOn: () => Promise<void>;
}

/** Matches, and the owners that were left out. */
interface FoundMatches {
  readonly matches: readonly GroupMatches[];
  readonly owners: readonly number[];
}

/** The number of groups that a statement reads. */
const GROUPS_AT_ONCE = 2_000;
/** Memory for compiled queries, and the memory of each, in bytes: closures, and the corners of polygons. */
const [MOST_BYTES, BYTES, BYTES_OF_CHARACTER] = [96_000_000, 1_500, 4];
/** Compiled queries expire, because conditions on words depend on names of places, which may change. */
const COMPILED_MS = 600_000;

/**
 * Finds the matches of changes, over all searches of some accounts (B59). Searches are kept in memory only in a cache.
 */
@Injectable()
export class NewMatchesReader {
  private readonly compiled = new LRUCache<string, SearchGroup>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ stored }) => BYTES + BYTES_OF_CHARACTER * stored.query.length,
    ttl: COMPILED_MS,
  });

  constructor(
    private readonly feed: ChangesService,
    private readonly history: LogHistoryRepository,
    private readonly changes: ListingChanges,
    private readonly listings: MatchingListings,
    private readonly searches: SearchesRepository,
    private readonly judge: MatchJudge,
  ) {}

  /**
   * Reads the next changes of listings.
   * @param cursor the start; empty, from another log or expired: the end of the log
   */
  async next(cursor: string, end: SafeHorizon, limit: number): Promise<ChangeBatch> {
    const nothing = { changes: [], place: offsetAfter(end), hasNext: false };
    const stored = offsetOf(cursor);
    const isOfLog = stored && (stored.log === end.log || (await this.history.succeeds(stored.log)));
    if (!isOfLog) return nothing;
    try {
      const batch = await this.feed.batch({ ...stored, log: end.log }, OF_LISTINGS, limit, end);
      const { groups, place } = wholeGroups(batch);
      return { changes: await this.changes.of(groups), place, hasNext: batch.hasNext };
    } catch (error) {
      if (error instanceof Problem && error.code === 'CURSOR_EXPIRED') return nothing;
      throw error;
    }
  }

  /** The matches of changes, for the searches of some accounts. */
  async find(changes: readonly ListingChange[], { websiteIDs, most, goOn }: FindOptions): Promise<FoundMatches> {
    const enabled = await this.listings.enabled(changes.map(({ listingID }) => listingID));
    const shown = changes.filter(({ listingID }) => enabled.has(listingID));
    if (shown.length === 0) return { matches: [], owners: [] };
    const keysOf = new Map(shown.map((change) => [change, keysOfChange(change)]));
    const keys = [...new Set([...keysOf.values()].flat())];
    const matches: GroupMatches[] = [];
    const slice = new TimeSlice();
    const { ids, owners } = await this.searches.candidates(keys, websiteIDs, most);
    for (let at = 0; at < ids.length; at += GROUPS_AT_ONCE) {
      await goOn();
      const stored = await this.searches.groups(ids.slice(at, at + GROUPS_AT_ONCE));
      const byKey = new Map<string, StoredGroup[]>();
      for (const group of stored) {
        for (const key of group.keys) {
          const others = byKey.get(key);
          if (others) others.push(group);
          else byKey.set(key, [group]);
        }
      }
      const candidates = (change: ListingChange) => this.candidates(change, keysOf.get(change) ?? [], byKey);
      matches.push(...(await this.judge.judge(shown, candidates, slice)));
    }
    return { matches, owners };
  }

  /** The groups that a change may match: they share a key, and the price before or after is within their limits. */
  private *candidates(
    { old, new: now }: ListingChange,
    keys: readonly string[],
    byKey: ReadonlyMap<string, readonly StoredGroup[]>,
  ): Generator<SearchGroup> {
    for (const stored of new Set(keys.flatMap((key) => byKey.get(key) ?? []))) {
      if (!(now && mayBeWithin(stored, now)) && !(old && mayBeWithin(stored, old))) continue;
      const group = this.compile(stored);
      if (group) yield group;
    }
  }

  private compile(stored: StoredGroup): SearchGroup | undefined {
    const { groupKey, keys } = stored;
    const known = this.compiled.get(groupKey);
    if (known?.stored.keys.length === keys.length) return known;
    try {
      const group = new SearchGroup(stored);
      this.compiled.set(groupKey, group);
      return group;
    } catch {
      // A query saved by a release with other parameters.
      return undefined;
    }
  }
}

/** The keys of a listing before and after a change. */
function keysOfChange({ old, new: now, placeKeys }: ListingChange): string[] {
  const rows = [now, old].filter((row) => row !== null);
  return [...new Set(rows.flatMap((row) => keysOfListing(row, placeKeys)))];
}
