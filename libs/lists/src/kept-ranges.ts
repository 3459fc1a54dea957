import { hash } from 'node:crypto';
import { never, RESOURCES, type Dependence, type LogPosition, type SnapshotClock } from '@app/snapshot-cache';
import { LRUCache } from 'lru-cache';
import { KeptRange, type Carrying, type RangeRead } from './kept-range.js';
import type { ListQuery } from './list-query.js';
import { windowName } from './list-statements.js';

/** Of all ranges together; with its place in the order, a row takes about 150 bytes, without it a tenth of that. */
const MOST_ROWS = 150_000;
const UNPLACED_ROWS = 10;
/** Ranges that were asked for lately are known up to this number. */
const MOST_NAMES = 20_000;

interface Kept {
  readonly range: KeptRange;
  /** Up to where changes are in it. */
  at: LogPosition;
  /** What it depends on, and how it is carried on; found when there is a change to judge. */
  dependence?: Dependence;
  carrying?: Carrying | undefined;
}

/**
 * Ranges of lists, kept while others write: a change that moves rows into a list, out of it or within it is applied to
 * its ranges, when they are asked for (ADR 32).
 */
export class KeptRanges {
  private readonly kept = new LRUCache<string, Kept>({ max: MOST_NAMES, maxSize: MOST_ROWS });
  private readonly asked = new LRUCache<string, true>({ max: MOST_NAMES });

  constructor(private readonly clock: SnapshotClock) {}

  /** Identifies the range that a page lies in. */
  nameOf(list: ListQuery): string {
    return hash('sha1', windowName(list), 'base64url');
  }

  /** Whether a range was asked for before: only then it is worth reading. */
  isAskedAgain(name: string): boolean {
    const isKnown = this.asked.has(name);
    this.asked.set(name, true);
    return isKnown;
  }

  /** The range as it is at the latest position. */
  get(name: string, list: ListQuery, latest: LogPosition): KeptRange | undefined {
    const kept = this.kept.get(name);
    if (!kept || this.follow(kept, list, latest)) return kept?.range;
    this.kept.delete(name);
    return undefined;
  }

  /** @param at the position of the snapshot in which it was read */
  set(name: string, read: RangeRead, at: LogPosition): void {
    const { keys, places } = read;
    const size = places ? keys.length : Math.ceil(keys.length / UNPLACED_ROWS);
    this.kept.set(name, { range: new KeptRange(read), at }, { size: 10 + size });
  }

  /** Applies the changes since; false when one cannot be applied. */
  private follow(kept: Kept, { dependsOn, carried, order }: ListQuery, latest: LogPosition): boolean {
    const { ring } = this.clock;
    const { epoch, position, snapshot } = kept.at;
    if (epoch !== latest.epoch) return false;
    if (snapshot === latest.snapshot) return true;
    if (!dependsOn || !ring.reaches(position)) return false;
    // Of no page in particular: what moves rows.
    const dependence = (kept.dependence ??= dependsOn({ keys: [], things: {} }));
    for (const resource of RESOURCES) {
      const concerns = dependence[resource];
      if (concerns === never) continue;
      if (resource !== carried?.resource) {
        if (ring.some(resource, position, concerns)) return false;
        continue;
      }
      const carrying = (kept.carrying ??= { test: carried.test(), order });
      for (const change of ring.since(resource, position))
        if (concerns(change) && !kept.range.apply(change, carrying)) return false;
    }
    kept.at = latest;
    return true;
  }
}
