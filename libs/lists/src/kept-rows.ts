import { SnapshotClock, type LogPosition, type Resource } from '@app/snapshot-cache';
import { LRUCache } from 'lru-cache';
import type { ItemRow, Key, ListQuery } from './list-query.js';
import { shownIn } from './page-of-rows.js';

/** Of a resource; a row takes about 300 bytes. */
const MOST_ROWS = 50_000;

interface KeptRow {
  readonly row: ItemRow;
  /** Up to where nothing that it shows has changed. */
  at: LogPosition;
}

/** Rows of pages that are still as they were read: nothing that they show was changed since (ADR 32). */
export class KeptRows {
  /** By key: a number is found sooner than a name made of it. */
  private readonly rows = new Map<Resource, LRUCache<Key, KeptRow>>();

  constructor(private readonly clock: SnapshotClock) {}

  /** The row of a list as it is at the latest position. */
  get(list: ListQuery, key: Key, latest: LogPosition): ItemRow | undefined {
    const kept = list.carried && this.rows.get(list.carried.resource)?.get(key);
    if (!kept || !this.isRight(list, kept, latest)) return undefined;
    kept.at = latest;
    return kept.row;
  }

  /**
   * Keeps rows of one statement, if the list can be carried on.
   *
   * @param at the position of the snapshot in which they were read
   */
  keep({ carried }: ListQuery, read: readonly ItemRow[], at: LogPosition): void {
    const [first] = read;
    if (!carried || !first) return;
    let rows = this.rows.get(carried.resource);
    if (!rows) this.rows.set(carried.resource, (rows = new LRUCache({ max: MOST_ROWS })));
    // Each row was read with texts of its own, which are the same.
    const { snapshot } = at;
    const { life } = first;
    // The rows have the columns of the list.
    for (const row of read) rows.set(row.key, { row: carried.keptOf(row as never, { snapshot, life }), at });
  }

  private isRight(list: ListQuery, { row, at }: KeptRow, latest: LogPosition): boolean {
    const { ring } = this.clock;
    if (at.epoch !== latest.epoch || !ring.reaches(at.position)) return false;
    if (at.position === latest.position) return true;
    if (list.carried && ring.concerns(list.carried.resource, Number(row.key), at.position)) return false;
    return (Object.entries(shownIn(list, row)) as [Resource, readonly number[]][]) // its keys are resources
      .every(([other, ids]) => ids.every((one) => !ring.concerns(other, one, at.position)));
  }
}
