import type { Change } from '@app/snapshot-cache';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptRange } from './kept-range.js';
import { orderBy, type Order } from './order.js';
import { placeOf } from './place.js';
import { equals } from './row-test.js';

interface House {
  readonly id: number;
  readonly price: number | null;
  readonly day: string;
  readonly isListed: boolean;
}

const ORDERS: readonly Order[] = [
  orderBy(['house.price', 'ASC NULLS LAST', 'number'], ['house.id', 'ASC', 'number']),
  orderBy(['house.price', 'DESC NULLS LAST', 'number'], ['house.id', 'ASC', 'number']),
  orderBy(['house.day', 'DESC', 'instant'], ['house.id', 'DESC', 'number']),
  orderBy(['house.day', 'ASC', 'bytes'], ['house.id', 'ASC', 'number']),
];

type Compare = (one: House, other: House) => number;

const after = <T extends number | string>(one: T, other: T): number => Number(one > other) - Number(one < other);

/** The same orders, said otherwise. */
const COMPARED: readonly Compare[] = [
  (one, other) => after(one.price ?? Infinity, other.price ?? Infinity) || after(one.id, other.id),
  (one, other) => after(other.price ?? -Infinity, one.price ?? -Infinity) || after(one.id, other.id),
  (one, other) => after(other.day, one.day) || after(other.id, one.id),
  (one, other) => after(one.day, other.day) || after(one.id, other.id),
];

/** As PostgreSQL writes times in JSON, with microseconds. */
const day = fc.integer({ min: 100_000, max: 100_003 }).map((at) => `2026-03-07T09:05:00.${at}+00:00`);
const house = (id: fc.Arbitrary<number>): fc.Arbitrary<House> =>
  fc.record({ id, price: fc.option(fc.integer({ min: 1, max: 4 })), day, isListed: fc.boolean() });
const ids = fc.integer({ min: 1, max: 14 });

const changeOf = (old: House | null, now: House | null): Change => ({
  position: 1,
  xid: 1,
  resource: 'listing',
  id: (old ?? now)?.id ?? null,
  websiteID: null,
  old: old && { ...old },
  new: now && { ...now },
});

const TEST = equals('isListed', true);

describe('a range of a list', () => {
  it('has the pages of the list after every change, or says that it does not have them', () => {
    let asked = 0;
    let had = 0;
    fc.assert(
      fc.property(
        fc.uniqueArray(house(ids), { selector: ({ id }) => id, maxLength: 12 }),
        fc.array(fc.record({ house: house(ids), isGone: fc.boolean() }), { maxLength: 12 }),
        fc.integer({ min: 0, max: ORDERS.length - 1 }),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 1, max: 8 }),
        (begun, changes, at, start, length) => {
          const [order, compare] = [ORDERS[at], COMPARED[at]];
          if (!order || !compare) throw new Error('There is no such order');
          const houses = new Map(begun.map((one) => [one.id, one]));
          const listed = () => [...houses.values()].filter(({ isListed }) => isListed).sort(compare);
          const read = listed().slice(start, start + length);
          const places = read.map((one) => placeOf({ ...one }, order) ?? []);
          const range = new KeptRange({ total: listed().length, start, keys: read.map(({ id }) => id), places });
          for (const { house: one, isGone } of changes) {
            const old = houses.get(one.id) ?? null;
            if (isGone) houses.delete(one.id);
            else houses.set(one.id, one);
            if (!range.apply(changeOf(old, isGone ? null : one), { test: TEST, order })) return;
            for (const limit of [1, 3]) {
              for (let page = 1; page <= 5; page++) {
                const found = range.page({ page, limit });
                const offset = (page - 1) * limit;
                const keys = listed()
                  .map(({ id }) => id)
                  .slice(offset, offset + limit);
                asked += 1;
                had += Number(found !== undefined);
                if (found) expect(found).toEqual({ total: listed().length, keys });
              }
            }
          }
        },
      ),
      { numRuns: 2_000, seed: 1 },
    );
    expect(had / asked).toBeGreaterThan(0.5);
  });

  it.each([
    ['is about no single row', { ...changeOf(null, null) }],
    ['has no rows', { ...changeOf(null, null), id: 1 }],
    ['has a row that cannot be judged', { ...changeOf(null, null), id: 1, new: { id: 1, price: 1 } }],
    ['has a row without a place', { ...changeOf(null, null), id: 1, new: { id: 1, isListed: true } }],
    ['has a place of another kind', { ...changeOf(null, null), id: 1, new: { id: 1, price: '1', isListed: true } }],
  ])('is worth nothing after a change that %s', (_, change) => {
    const [order] = ORDERS;
    if (!order) throw new Error('There are orders');
    const range = new KeptRange({ total: 1, start: 0, keys: [2], places: [[1, 2]] });
    expect(range.apply(change, { test: TEST, order })).toBe(false);
  });

  it('keeps a thousand rows, however many are inserted', () => {
    const [order] = ORDERS;
    if (!order) throw new Error('There are orders');
    const keys = Array.from({ length: 1_000 }, (_, at) => 10 + at);
    const range = new KeptRange({ total: 1_000, start: 0, keys, places: keys.map((key) => [key, key]) });
    for (const id of [2, 3, 4]) {
      const change = { ...changeOf(null, null), id, new: { id, price: id, isListed: true } };
      expect(range.apply(change, { test: TEST, order })).toBe(true);
    }
    expect(range.page({ page: 1, limit: 4 })).toEqual({ total: 1_003, keys: [2, 3, 4, 10] });
    expect(range.page({ page: 10, limit: 100 })).toEqual({ total: 1_003, keys: keys.slice(897, 997) });
    expect(range.page({ page: 11, limit: 100 })).toBeUndefined();
    const last = { id: 1_006, price: 1_006, isListed: true };
    const change = { ...changeOf(null, null), id: 1_006, old: last, new: null };
    expect(range.apply(change, { test: TEST, order })).toBe(true);
    expect(range.page({ page: 1, limit: 1 })).toEqual({ total: 1_002, keys: [2] });
  });

  it('is worth nothing after any change when it was read without places', () => {
    const [order] = ORDERS;
    if (!order) throw new Error('There are orders');
    const range = new KeptRange({ total: 1, start: 0, keys: [2] });
    expect(range.page({ page: 1, limit: 3 })).toEqual({ total: 1, keys: [2] });
    const change = { ...changeOf(null, null), id: 1, new: { id: 1, price: null, isListed: true } };
    expect(range.apply(change, { test: TEST, order })).toBe(false);
  });
});
