import { setImmediate } from 'node:timers/promises';
import { laterOffset } from '@app/changes';
import { offsetOf, SnapshotClock, type LogOffset, type LogPosition, type NarrowRow } from '@app/cache';
import type { ListingsQuery } from '@app/listings';
import { placeKeysOf } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import type { SearchItem } from '../dto/search.fields.js';
import { readSavedQuery } from '../filters/saved-query.js';
import { SearchesRepository } from '../searches.repository.js';
import { ANYWHERE, SearchGroup, siteKey } from './search-group.js';

/** So many searches are added before requests have a turn. */
const AT_ONCE = 500;

/** All saved searches in memory, by what narrows them: a place, or an account. */
@Injectable()
export class SearchIndex {
  private readonly groups = new Map<string, SearchGroup>();
  private readonly groupOf = new Map<number, string>();
  private readonly byKey = new Map<string, Set<SearchGroup>>();
  private seen: LogPosition | undefined;
  private first: LogOffset | undefined;

  constructor(
    private readonly searches: SearchesRepository,
    private readonly clock: SnapshotClock,
  ) {}

  get isEmpty(): boolean {
    return this.groupOf.size === 0;
  }

  /** Where the first search begins; undefined: one of them has no offset in this log. */
  begins(log: string): LogOffset | undefined {
    return this.first?.log === log ? this.first : undefined;
  }

  /** Reads what has changed up to a position: every search that was stored before it is there then. */
  async refresh(at: LogPosition): Promise<void> {
    const { ring } = this.clock;
    const { seen } = this;
    const isKnown = seen !== undefined && seen.epoch === at.epoch && ring.reaches(seen.position);
    const changed = isKnown ? ring.since('search', seen.position).map(({ id }) => id) : [null];
    const ids = changed.filter((id) => id !== null);
    if (changed.length > 0) await this.replace(ids.length < changed.length ? undefined : ids);
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

  /** Reads searches again. @param ids undefined: all */
  private async replace(ids: readonly number[] | undefined): Promise<void> {
    const items = await this.searches.all(ids);
    const there = new Set(items.map(({ id }) => id));
    for (const id of ids ?? [...this.groupOf.keys()]) if (!there.has(id)) this.remove(id);
    for (const [at, item] of items.entries()) {
      this.add(item);
      if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    }
    this.first = undefined;
    for (const { searches } of this.groups.values()) {
      for (const { begins } of searches.values()) this.first = earlier(this.first ?? begins, begins);
    }
  }

  private add({ id, websiteID, query, reference, notify, cursor }: SearchItem): void {
    // The visitors of all sites see the same current listings.
    const keys = [query, `${websiteID} ${query}`] as const;
    let key = keys.find((one) => this.groups.has(one));
    const former = this.groupOf.get(id);
    if (former !== undefined && former !== key) this.remove(id);
    if (key === undefined) {
      const read = savedQueryOf(query);
      // Of a release with other parameters.
      if (!read) return;
      key = read.status === 'current' ? keys[0] : keys[1];
      const group = new SearchGroup(query, websiteID, read);
      this.groups.set(key, group);
      for (const needed of group.keys) this.byKey.set(needed, (this.byKey.get(needed) ?? new Set()).add(group));
    }
    this.groups.get(key)?.searches.set(id, { id, websiteID, reference, notify, begins: offsetOf(cursor) });
    this.groupOf.set(id, key);
  }

  private remove(id: number): void {
    const key = this.groupOf.get(id) ?? '';
    const group = this.groups.get(key);
    this.groupOf.delete(id);
    if (!group?.searches.delete(id) || group.searches.size > 0) return;
    this.groups.delete(key);
    for (const needed of group.keys) this.byKey.get(needed)?.delete(group);
  }
}

/** The earlier of two offsets of one log; undefined where there is none. */
function earlier(one: LogOffset | undefined, other: LogOffset | undefined): LogOffset | undefined {
  if (!one || !other || one.log !== other.log) return undefined;
  return laterOffset(one, other) === one ? other : one;
}

function savedQueryOf(text: string): ListingsQuery | undefined {
  try {
    return readSavedQuery(text);
  } catch {
    return undefined;
  }
}
