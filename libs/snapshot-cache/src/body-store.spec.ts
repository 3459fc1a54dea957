import { describe, expect, it, vi } from 'vitest';
import { BodyStore, type BodyLimits } from './body-store.js';

const KB = 1024;
const LIMITS: BodyLimits = { plainBytes: 100 * KB, packedBytes: 50 * KB, largest: 20 * KB };
/** A body that compresses well, as pages do. */
const page = (number: number) => Buffer.from(`{"id":${number},"text":"house"}`.repeat(300).slice(0, 8 * KB));
const keys = Array.from({ length: 60 }, (_, id) => ({ id }));

describe('bodies', () => {
  it('come out as they went in, also those that were compressed', async () => {
    const store = new BodyStore<{ id: number }>(() => true, LIMITS);
    for (const key of keys) store.set(key, page(key.id));
    await vi.waitFor(() => {
      const found = keys.map((key) => store.get(key));
      expect(found.every((body, at) => body?.equals(page(at)))).toBe(true);
    }, 20_000);
  });

  it('are not kept where they are too large, or were deleted before they were compressed', async () => {
    const gone = new Set<number>();
    const store = new BodyStore<{ id: number }>(({ id }) => !gone.has(id), LIMITS);
    store.set({ id: 99 }, Buffer.alloc(21 * KB));
    for (const key of keys) {
      store.set(key, page(key.id));
      if (key.id % 2 === 0) {
        gone.add(key.id);
        store.delete(key);
      }
    }
    await vi.waitFor(() => expect(store.get(keys[1] ?? { id: 1 })?.equals(page(1))).toBe(true), 20_000);
    expect(keys.filter((key) => gone.has(key.id) && store.get(key))).toEqual([]);
  });
});
