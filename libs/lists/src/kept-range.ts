import type { Change, RowTest } from '@app/snapshot-cache';
import type { Key } from './list-query.js';
import type { Order } from './order.js';
import { offsetOf } from './list-statements.js';
import type { PageQuery } from './page.js';
import { comparePlaces, placeOf, type Place } from './place.js';
import { Places } from './places.js';

/** What is known of consecutive rows of a list: its total, and the keys in order. */
export interface RangeRead {
  readonly total: number;
  /** The index of the first row in the list, from 0. */
  readonly start: number;
  readonly keys: readonly Key[];
  /** Where they are in the order. Without them, no change can be taken in. */
  readonly places?: readonly Place[] | null | undefined;
}

/** How a list is carried on. */
export interface Carrying {
  readonly test: RowTest;
  readonly order: Order;
}

/** The places of a range, and how they are compared. */
interface Placed {
  readonly places: Places;
  readonly order: Order;
}

/** Rows that were inserted make a range longer, up to this number. */
const MOST_ROWS = 1_000;

/** Consecutive rows of a list, which follow its changes (ADR 32). */
export class KeptRange {
  private total: number;
  private start: number;
  private readonly keys: Key[];
  private readonly places: Places | undefined;

  constructor({ total, start, keys, places }: RangeRead) {
    this.total = total;
    this.start = start;
    this.keys = [...keys];
    this.places = places ? new Places(places) : undefined;
  }

  /** The keys of a page; undefined when the range does not have all of them. */
  page(query: PageQuery): { readonly total: number; readonly keys: readonly Key[] } | undefined {
    const { total } = this;
    const offset = offsetOf(query);
    const count = Math.min(query.limit, total - offset);
    if (count <= 0) return { total, keys: [] };
    const from = offset - this.start;
    if (from < 0 || from + count > this.keys.length) return undefined;
    return { total, keys: this.keys.slice(from, from + count) };
  }

  /** Takes in a change of a row. @returns false when it cannot be judged: the range is worth nothing then */
  apply({ id, old, new: now }: Change, { test, order }: Carrying): boolean {
    const { places } = this;
    if (!places || id === null || (old === null && now === null)) return false;
    const was = old !== null && test(old);
    const is = now !== null && test(now);
    if (was === undefined || is === undefined) return false;
    return (
      (!was || this.remove(id, placeOf(old, order), { places, order })) &&
      (!is || this.insert(id, placeOf(now, order), { places, order }))
    );
  }

  private remove(key: Key, place: Place | undefined, placed: Placed): boolean {
    this.total -= 1;
    const at = this.keys.indexOf(key);
    if (at >= 0) {
      this.keys.splice(at, 1);
      placed.places.remove(at);
      return true;
    }
    const side = place && sideOf(place, placed);
    if (side === 'before') this.start -= 1;
    return side === 'before' || side === 'after';
  }

  private insert(key: Key, place: Place | undefined, { places, order }: Placed): boolean {
    if (!place) return false;
    const side = this.total === 0 ? 'after' : sideOf(place, { places, order });
    const { length } = places;
    const reachesEnd = this.start + length === this.total;
    this.total += 1;
    if (side === 'before' && this.start > 0) this.start += 1;
    else if (side !== undefined && (side !== 'after' || reachesEnd)) {
      const at = {
        before: 0,
        within: places.findIndex((one) => !(comparePlaces(place, one, order) > 0)),
        after: length,
      };
      const next = places.at(at[side]);
      if (next && !(comparePlaces(place, next, order) < 0)) return false;
      this.keys.splice(at[side], 0, key);
      places.insert(at[side], place);
    }
    if (places.length > MOST_ROWS) {
      this.keys.length = MOST_ROWS;
      places.truncate(MOST_ROWS);
    }
    return side !== undefined;
  }
}

/** Where a place is that no row of the range has; undefined when that cannot be judged. */
function sideOf(place: Place, { places, order }: Placed): 'before' | 'within' | 'after' | undefined {
  const first = places.at(0);
  const last = places.at(places.length - 1);
  if (!first || !last) return undefined;
  const [toFirst, toLast] = [comparePlaces(place, first, order), comparePlaces(place, last, order)];
  if (toFirst < 0) return 'before';
  if (toLast > 0) return 'after';
  return toFirst > 0 && toLast < 0 ? 'within' : undefined;
}
