import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BodyStore, limitsOf, type BodyLimits } from './body-store.js';

const KB = 1024;
const LIMITS: BodyLimits = { plainBytes: 200 * KB, packedBytes: 50 * KB, largest: 20 * KB };
const LIMITS_OF_LONG: BodyLimits = { plainBytes: 400 * KB, packedBytes: 50 * KB, largest: 100 * KB };
/** A body that compresses well, as pages do. */
const page = (number: number) => Buffer.from(`{"id":${number},"text":"house"}`.repeat(300).slice(0, 8 * KB));
interface Key {
  readonly id: number;
}

const keys = Array.from({ length: 60 }, (_, id) => ({ id }));
const key: Key = { id: 1 };
const storeWhere = (isWanted: (key: Key) => boolean) =>
  new BodyStore<Key>({ isWanted, isWorthPacking: () => true }, LIMITS);
const storeOf = () => {
  const store = storeWhere(() => true);
  store.set(key, page(key.id));
  return store;
};

/** Whether the body of a key is there, as it was. */
function isKept(store: BodyStore<Key>, one: Key): boolean {
  const loan = store.lend(one);
  const isSame = loan?.body.equals(page(one.id)) === true;
  loan?.end();
  return isSame;
}

describe('bodies', () => {
  it('come out as they went in, also those that were compressed to make room', () => {
    const store = storeWhere(() => true);
    for (const one of keys) store.set(one, page(one.id));
    expect(keys.map((one) => isKept(store, one))).toEqual(keys.map(() => true));
  });

  it('are not kept where they are too large, or were deleted before they were compressed', () => {
    const gone = new Set<number>();
    const store = storeWhere(({ id }) => !gone.has(id));
    store.set({ id: 99 }, Buffer.alloc(21 * KB));
    for (const one of keys) {
      store.set(one, page(one.id));
      if (one.id % 2 === 0) {
        gone.add(one.id);
        store.delete(one);
      }
    }
    expect(isKept(store, keys[1] ?? key)).toBe(true);
    expect(keys.filter((one) => gone.has(one.id) && store.lend(one))).toEqual([]);
  });
});

describe('a body that was compressed to make room', () => {
  /** Where it lies as it is kept; undefined: it was unpacked into memory of its own. */
  const placeOf = (store: BodyStore<Key>, one: Key): number | undefined => {
    const { body, end } = store.lend(one)!;
    end();
    return body.buffer.byteLength === LIMITS.plainBytes ? body.byteOffset : undefined;
  };
  const full = () => {
    const store = storeWhere(() => true);
    for (const one of keys) store.set(one, page(one.id));
    return store;
  };

  it('is kept as it is again in the place of one that was not asked for since it was itself', () => {
    const store = full();
    const [first, ...others] = Array.from({ length: 10 }, () => placeOf(store, keys[0]!));
    expect(first).toBeUndefined();
    expect(new Set(others)).toEqual(new Set([expect.any(Number)]));
  });

  it('leaves those in their places that are asked for more often', () => {
    const store = full();
    const popular = keys.filter((one) => placeOf(store, one) !== undefined);
    const places = popular.map((one) => placeOf(store, one));
    const seldom = keys.filter((one) => !popular.includes(one));
    expect([popular.length > 10, seldom.length > 10]).toEqual([true, true]);
    for (let round = 0; round < 5; round++) {
      for (const one of seldom) {
        expect(popular.map((other) => placeOf(store, other))).toEqual(places);
        expect(placeOf(store, one)).toBeUndefined();
      }
    }
  });

  it('leaves others in their places when all are asked for in turn', () => {
    const store = full();
    const rounds = Array.from({ length: 20 }, () => keys.map((one) => placeOf(store, one)));
    const stays = rounds
      .slice(1)
      .flatMap((places, round) => places.map((place, at) => place !== undefined && place === rounds[round]?.[at]));
    expect(stays.filter(Boolean).length / stays.length).toBeGreaterThan(0.3);
  });
});

describe('the memory for bodies', () => {
  it('is divided among those that are compressed and the others', () => {
    const { plainBytes, packedBytes } = limitsOf(8 * KB * KB);
    expect(plainBytes + packedBytes).toBe(8 * KB * KB);
    expect(plainBytes).toBeGreaterThan(packedBytes);
  });

  it('is not exceeded by bodies that do not compress', () => {
    const store = new BodyStore<Key>({ isWanted: () => true, isWorthPacking: () => true }, limitsOf(KB * KB));
    const bodies = keys.map(() => randomBytes(64 * KB));
    keys.forEach((one, at) => store.set(one, bodies[at]!));
    const kept = keys.filter((one) => store.peek(one) !== undefined);
    expect(kept.length).toBeGreaterThan(8);
    expect(kept.length).toBeLessThanOrEqual(16);
  });
});

describe('a body that is lent', () => {
  /** Drops all that was kept, by others of the same length. */
  const refill = (store: BodyStore<Key>) => {
    for (let id = 100; id < 200; id++) store.set({ id }, page(2));
  };

  it('stays as it is when it has been dropped', () => {
    const store = storeWhere(() => false);
    store.set(key, page(1));
    const loans = [store.lend(key), store.lend(key)];
    store.delete(key);
    refill(store);
    loans[0]?.end();
    loans[0]?.end();
    refill(store);
    expect(store.lend(key)).toBeUndefined();
    expect(loans[1]?.body.equals(page(1))).toBe(true);
  });

  it('gives its memory to others afterwards', () => {
    const store = storeWhere(() => false);
    store.set(key, page(1));
    const loan = store.lend(key);
    refill(store);
    expect(loan?.body.equals(page(1))).toBe(true);
    loan?.end();
    refill(store);
    expect(loan?.body.equals(page(1))).toBe(false);
  });

  it('stays as it is while it is compressed in another thread', async () => {
    const store = new BodyStore<Key>({ isWanted: () => false, isWorthPacking: () => true }, LIMITS_OF_LONG);
    const long = Buffer.concat(Array.from({ length: 12 }, (_, id) => page(id)));
    store.set(key, long);
    const packing = store.inCoding(key, 'gzip');
    for (let id = 100; id < 120; id++) store.set({ id }, Buffer.alloc(long.length, 'x'));
    expect(gunzipSync((await packing) ?? '').equals(long)).toBe(true);
  });
});

describe('a body in a coding', () => {
  it('is compressed once for all who ask', async () => {
    const store = storeOf();
    const [one, other] = await Promise.all([store.inCoding(key, 'br'), store.inCoding(key, 'br')]);
    expect(brotliDecompressSync(one ?? '').equals(page(1))).toBe(true);
    expect(other).toBe(one);
    expect(await store.inCoding(key, 'br')).toBe(one);
  });

  it('takes no more memory than its bytes', async () => {
    const form = await storeOf().inCoding(key, 'gzip');
    expect(form?.buffer.byteLength).toBe(form?.length);
  });

  it('can be all that is kept: the others are made of it', async () => {
    for (const coding of ['br', 'gzip'] as const) {
      const store = storeOf();
      await store.inCoding(key, coding);
      store.deletePlain(key);
      expect(gunzipSync((await store.inCoding(key, 'gzip')) ?? '').equals(page(1))).toBe(true);
      expect(store.peek(key)).toBe(page(1).toString());
      expect(isKept(store, key)).toBe(true);
      store.delete(key);
      expect([store.lend(key), await store.inCoding(key, coding)]).toEqual([undefined, undefined]);
    }
  });

  it('is not kept when its answer has gone meanwhile', async () => {
    let isThere = true;
    const store = storeWhere(() => isThere);
    store.set(key, page(1));
    const packing = store.inCoding(key, 'br');
    isThere = false;
    store.delete(key);
    expect(brotliDecompressSync((await packing) ?? '').equals(page(1))).toBe(true);
    expect(store.peek(key)).toBeUndefined();
  });
});
