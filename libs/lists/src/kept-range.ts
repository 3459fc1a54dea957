import type { Change, RowTest } from '@app/snapshot-cache';
import type { Key, Order } from './list-query.js';
import { offsetOf } from './list-statements.js';
import type { PageQuery } from './page.js';
import { comparePlaces, placeOf, type Place } from './place.js';

/** A row of a range, and where it is in the order. */
export interface PlacedKey {
  readonly key: Key;
  readonly place: Place;
}

/** What is known of consecutive rows of a list: its total, and the keys in order. */
export interface RangeRead {
  readonly total: number;
  /** The index of the first row in the list, from 0. */
  readonly start: number;
  readonly rows: readonly PlacedKey[];
}

/** How a list is carried on. */
export interface Carrying {
  readonly test: RowTest;
  readonly order: Order;
}

/** Rows that were inserted make a range longer, up to this number. */
const MOST_ROWS = 1_000;

/** Consecutive rows of a list, which follow its changes (ADR 32). */
export class KeptRange {
  private total: number;
  private start: number;
  private readonly rows: PlacedKey[];

  constructor({ total, start, rows }: RangeRead) {
    this.total = total;
    this.start = start;
    this.rows = [...rows];
  }

  /** The keys of a page; undefined when the range does not have all of them. */
  page(query: PageQuery): { readonly total: number; readonly keys: readonly Key[] } | undefined {
    const { total } = this;
    const offset = offsetOf(query);
    const count = Math.min(query.limit, total - offset);
    if (count <= 0) return { total, keys: [] };
    const from = offset - this.start;
    if (from < 0 || from + count > this.rows.length) return undefined;
    return { total, keys: this.rows.slice(from, from + count).map(({ key }) => key) };
  }

  /** Takes in a change of a row. @returns false when it cannot be judged: the range is worth nothing then */
  apply({ id, old, new: now }: Change, { test, order }: Carrying): boolean {
    if (id === null || (old === null && now === null)) return false;
    const was = old !== null && test(old);
    const is = now !== null && test(now);
    if (was === undefined || is === undefined) return false;
    return (
      (!was || this.remove(id, placeOf(old, order), order)) && (!is || this.insert(id, placeOf(now, order), order))
    );
  }

  private remove(key: Key, place: Place | undefined, order: Order): boolean {
    this.total -= 1;
    const at = this.rows.findIndex((row) => row.key === key);
    if (at >= 0) {
      this.rows.splice(at, 1);
      return true;
    }
    const side = place && this.sideOf(place, order);
    if (side === 'before') this.start -= 1;
    return side === 'before' || side === 'after';
  }

  private insert(key: Key, place: Place | undefined, order: Order): boolean {
    if (!place) return false;
    const side = this.total === 0 ? 'after' : this.sideOf(place, order);
    const reachesEnd = this.start + this.rows.length === this.total;
    this.total += 1;
    if (side === 'before' && this.start > 0) this.start += 1;
    else if (side === 'before') this.rows.unshift({ key, place });
    else if (side === 'after' && reachesEnd) this.rows.push({ key, place });
    else if (side === 'within') {
      const at = this.rows.findIndex((row) => !(comparePlaces(place, row.place, order) > 0));
      const [next] = this.rows.splice(at, 1, { key, place });
      if (!next || !(comparePlaces(place, next.place, order) < 0)) return false;
      this.rows.splice(at + 1, 0, next);
    }
    if (this.rows.length > MOST_ROWS) this.rows.pop();
    return side !== undefined;
  }

  /** Where a place is that no row of the range has; undefined when that cannot be judged. */
  private sideOf(place: Place, order: Order): 'before' | 'within' | 'after' | undefined {
    const [first] = this.rows;
    const last = this.rows.at(-1);
    if (!first || !last) return undefined;
    const [toFirst, toLast] = [first, last].map((row) => comparePlaces(place, row.place, order)) as [number, number];
    if (toFirst < 0) return 'before';
    if (toLast > 0) return 'after';
    return toFirst > 0 && toLast < 0 ? 'within' : undefined;
  }
}
