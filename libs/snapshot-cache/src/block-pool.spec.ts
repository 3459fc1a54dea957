import { expect, it } from 'vitest';
import { BlockPool, sizeOf } from './block-pool.js';

const KB = 1024;

it('a block has room for what is wanted, and not much more', () => {
  for (let bytes = 0; bytes < 100_000; bytes += 97) {
    const size = sizeOf(bytes);
    expect(size).toBeGreaterThanOrEqual(bytes);
    expect(size - bytes).toBeLessThan(Math.max(513, bytes / 8 + 1));
    expect(sizeOf(size)).toBe(size);
  }
  expect(sizeOf(0)).toBe(512);
});

it('a block is used again for what needs one of its size', () => {
  const pool = new BlockPool(100 * KB);
  const block = pool.take(60 * KB);
  pool.give(block);
  expect(pool.take(10 * KB)).not.toBe(block);
  expect(pool.take(60 * KB - 1)).toBe(block);
  expect(pool.take(60 * KB - 1)).not.toBe(block);
});

it('of too many that nobody uses, those go whose size was not wanted for longest, the oldest first', () => {
  const pool = new BlockPool(100 * KB);
  const [seldom, older, newer] = [pool.take(40 * KB), pool.take(60 * KB), pool.take(60 * KB)];
  for (const block of [seldom, older, newer]) pool.give(block);
  expect(pool.take(60 * KB)).toBe(newer);
  pool.give(newer);
  expect(pool.take(60 * KB)).toBe(newer);
  expect(pool.take(40 * KB)).not.toBe(seldom);
  pool.give(newer);
  pool.give(Buffer.alloc(200 * KB));
  expect(pool.take(60 * KB)).not.toBe(newer);
});
