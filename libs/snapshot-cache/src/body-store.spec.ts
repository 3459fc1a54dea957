import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { BodyStore, type BodyLimits } from './body-store.js';

const KB = 1024;
const LIMITS: BodyLimits = { plainBytes: 100 * KB, packedBytes: 50 * KB, largest: 20 * KB };
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

describe('bodies', () => {
  it('come out as they went in, also those that were compressed', async () => {
    const store = storeWhere(() => true);
    for (const one of keys) store.set(one, page(one.id));
    await vi.waitFor(() => {
      const found = keys.map((one) => store.get(one));
      expect(found.every((body, at) => body?.equals(page(at)))).toBe(true);
    }, 20_000);
  });

  it('are not kept where they are too large, or were deleted before they were compressed', async () => {
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
    await vi.waitFor(() => expect(store.get(keys[1] ?? { id: 1 })?.equals(page(1))).toBe(true), 20_000);
    expect(keys.filter((one) => gone.has(one.id) && store.get(one))).toEqual([]);
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
      expect(store.peek(key)?.equals(page(1))).toBe(true);
      expect(store.get(key)?.equals(page(1))).toBe(true);
      store.delete(key);
      expect([store.get(key), await store.inCoding(key, coding)]).toEqual([undefined, undefined]);
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
