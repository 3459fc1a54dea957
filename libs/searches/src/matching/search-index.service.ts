import { offsetOf, SnapshotClock, type LogOffset, type LogPosition, type MatchesRow, type NarrowRow } from '@app/cache';
import { rowForSite, type ListingsQuery } from '@app/listings';
import { placeKeysNeeded, placeKeysOf } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import type { SearchItem } from '../dto/search.fields.js';
import { readSavedQuery } from '../filters/saved-query.js';
import { SearchesRepository } from '../searches.repository.js';

/** A search, and where in the log its matches begin. */
export interface KnownSearch extends SearchItem {
  readonly begins: LogOffset | undefined;
}

/** The searches with one query, which are tested together. */
export interface SearchGroup {
  readonly query: ListingsQuery;
  /** An account of these searches: the lists of all of them are equal. */
  readonly websiteID: number;
  readonly test: MatchesRow;
  readonly searches: Map<number, KnownSearch>;
}

/** All saved searches in memory, by what narrows them: a place, or an account. */
@Injectable()
export class SearchIndex {
  private readonly groups = new Map<string, SearchGroup>();
  private readonly groupOf = new Map<number, string>();
  private readonly byKey = new Map<string, Set<SearchGroup>>();
  private seen: LogPosition | undefined;

  constructor(
    private readonly searches: SearchesRepository,
    private readonly clock: SnapshotClock,
  ) {}

  get all(): KnownSearch[] {
    return [...this.groups.values()].flatMap(({ searches }) => [...searches.values()]);
  }

  /** Reads what has changed up to a position: every search that was stored before it is there then. */
  async refresh(at: LogPosition): Promise<void> {
    const { ring } = this.clock;
    const { seen } = this;
    const isKnown = seen !== undefined && seen.epoch === at.epoch && ring.reaches(seen.position);
    const changed = isKnown ? ring.since('search', seen.position).map(({ id }) => id) : [null];
    const ids = changed.filter((id) => id !== null);
    const isWhole = ids.length < changed.length;
    const items = isWhole ? await this.searches.all() : ids.length > 0 ? await this.searches.all(ids) : [];
    for (const id of isWhole ? [...this.groupOf.keys()] : ids) this.remove(id);
    for (const item of items) this.add(item);
    this.seen = at;
  }

  /** The groups of searches that a row may match. */
  candidates(row: NarrowRow): Iterable<SearchGroup> {
    const places = placeKeysOf(row);
    const sites = row['shown_by'];
    if (!places || !Array.isArray(sites)) return this.groups.values();
    const keys = [ANYWHERE, ...places, ...sites.map((site: number) => siteKey(site))];
    return new Set(keys.flatMap((key) => [...(this.byKey.get(key) ?? [])]));
  }

  private add(item: SearchItem): void {
    const { id, websiteID } = item;
    // The visitors of all sites see the same current listings.
    const keys = [item.query, `${websiteID} ${item.query}`] as const;
    let key = keys.find((one) => this.groups.has(one));
    if (key === undefined) {
      const query = savedQueryOf(item);
      // Of a release with other parameters.
      if (!query) return;
      key = query.status === 'current' ? keys[0] : keys[1];
      const group = { query, websiteID, test: rowForSite(query, websiteID), searches: new Map() };
      this.groups.set(key, group);
      for (const needed of keysNeeded(query)) this.byKey.set(needed, (this.byKey.get(needed) ?? new Set()).add(group));
    }
    this.groups.get(key)?.searches.set(id, { ...item, begins: offsetOf(item.cursor) });
    this.groupOf.set(id, key);
  }

  private remove(id: number): void {
    const key = this.groupOf.get(id) ?? '';
    const group = this.groups.get(key);
    this.groupOf.delete(id);
    group?.searches.delete(id);
    if (!group || group.searches.size > 0) return;
    this.groups.delete(key);
    for (const needed of keysNeeded(group.query)) this.byKey.get(needed)?.delete(group);
  }
}

const ANYWHERE = '';
const siteKey = (websiteID: number): string => `site ${websiteID}`;

/** Of these keys, a matching row has one. */
function keysNeeded(query: ListingsQuery): string[] {
  const ofSite = query.websiteID === undefined ? [ANYWHERE] : [siteKey(query.websiteID)];
  return placeKeysNeeded(query, query.surroundingsuburb) ?? ofSite;
}

function savedQueryOf({ query }: SearchItem): ListingsQuery | undefined {
  try {
    return readSavedQuery(query);
  } catch {
    return undefined;
  }
}
