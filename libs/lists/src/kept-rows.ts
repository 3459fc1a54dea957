import { SnapshotClock, type LogPosition, type Resource, type Shown } from '@app/snapshot-cache';
import { LRUCache } from 'lru-cache';
import type { ItemRow, Key } from './list-query.js';

/** Of a resource; a row takes about 300 bytes. */
const MOST_ROWS = 50_000;

interface KeptRow {
  readonly row: ItemRow;
  readonly shown: Shown;
  /** Up to where nothing that it shows has changed. */
  at: LogPosition;
}

/** Rows of pages that are still as they were read: nothing that they show was changed since (ADR 32). */
export class KeptRows {
  /** By key: a number is found sooner than a name made of it. */
  private readonly rows = new Map<Resource, LRUCache<Key, KeptRow>>();

  constructor(private readonly clock: SnapshotClock) {}

  /** The row as it is at the latest position. */
  get(resource: Resource, key: Key, latest: LogPosition): ItemRow | undefined {
    const kept = this.rows.get(resource)?.get(key);
    if (!kept || !this.isRight(resource, Number(key), kept, latest)) return undefined;
    kept.at = latest;
    return kept.row;
  }

  /** @param at the position of the snapshot in which it was read */
  set(resource: Resource, row: ItemRow, shown: Shown, at: LogPosition): void {
    let rows = this.rows.get(resource);
    if (!rows) this.rows.set(resource, (rows = new LRUCache({ max: MOST_ROWS })));
    rows.set(row.key, { row, shown, at });
  }

  private isRight(resource: Resource, id: number, { shown, at }: KeptRow, latest: LogPosition): boolean {
    const { ring } = this.clock;
    if (at.epoch !== latest.epoch || !ring.reaches(at.position)) return false;
    if (at.position === latest.position) return true;
    if (ring.concerns(resource, id, at.position)) return false;
    return (Object.entries(shown) as [Resource, readonly number[]][]) // its keys are resources
      .every(([other, ids]) => ids.every((one) => !ring.concerns(other, one, at.position)));
  }
}
