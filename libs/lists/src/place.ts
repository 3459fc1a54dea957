import type { NarrowRow } from '@app/snapshot-cache';
import { isDescending, mayBeNull } from './keyset.js';
import type { Comparison, Order, OrderTerm } from './order.js';

/** The values of an order's terms for one row, as PostgreSQL writes them in JSON. */
export type Place = readonly unknown[];

/** Where a logged row is in an order; undefined if columns of the order are not logged. */
export function placeOf(row: NarrowRow, { terms }: Order): Place | undefined {
  const place = terms.map(({ column = '' }) => row[column]);
  return place.includes(undefined) ? undefined : place;
}

/** Below 0: the one place is before the other. NaN: that cannot be judged. */
export function comparePlaces(one: Place, other: Place, { terms }: Order): number {
  for (const [at, term] of terms.entries()) {
    const difference = compareValues(one[at], other[at], term);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareValues(one: unknown, other: unknown, term: OrderTerm): number {
  if (one === null || other === null) {
    if (!mayBeNull(term)) return NaN;
    return Number(one === null) - Number(other === null);
  }
  const difference = term.compared ? COMPARISONS[term.compared](one, other) : NaN;
  return isDescending(term) ? -difference : difference;
}

const COMPARISONS: Readonly<Record<Comparison, (one: unknown, other: unknown) => number>> = {
  number: (one, other) => (typeof one === 'number' && typeof other === 'number' ? one - other : NaN),
  instant: (one, other) => {
    if (typeof one !== 'string' || typeof other !== 'string') return NaN;
    // Times that JavaScript cannot read, such as infinity, are NaN.
    return Date.parse(one) - Date.parse(other) || microsecondsOf(one) - microsecondsOf(other);
  },
  bytes: (one, other) =>
    typeof one === 'string' && typeof other === 'string' ? Buffer.compare(Buffer.from(one), Buffer.from(other)) : NaN,
};

/** Those of a second, which `Date` cuts off. */
const microsecondsOf = (instant: string): number => Number((/\.(\d+)/.exec(instant)?.[1] ?? '').padEnd(6, '0'));
