import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressed, compressedNow } from './compressed.js';

const KB = 1024;
const MB = 1024 * KB;
const bodyOf = (length: number) =>
  Buffer.from('{"id":7001,"headline":"A house near the sea"},'.repeat(length / 40)).subarray(0, length);

it.each([
  { coding: 'br', longest: 512 * KB, opened: brotliDecompressSync },
  { coding: 'gzip', longest: 32 * KB, opened: gunzipSync },
] as const)('compresses short bodies at once and long ones in another thread: $coding', async (one) => {
  const { coding, longest, opened } = one;
  const [short, long] = [bodyOf(longest), bodyOf(longest + 1)];
  expect(opened(compressedNow(short, coding) ?? '').equals(short)).toBe(true);
  expect(compressedNow(long, coding)).toBeUndefined();
  expect(opened((await compressed(short, coding)) ?? '').equals(short)).toBe(true);
  expect(opened((await compressed(long, coding)) ?? '').equals(long)).toBe(true);
});

it('sends long bodies uncompressed while the other thread is busy, and still compresses short ones', async () => {
  const waiting = Array.from({ length: 3 }, () => compressed(bodyOf(3 * MB), 'gzip'));
  expect(await compressed(bodyOf(4 * KB), 'gzip')).toBeDefined();
  const done = await Promise.all(waiting);
  expect(done.map((form) => form !== undefined)).toEqual([true, true, false]);
  expect(await compressed(bodyOf(3 * MB), 'gzip')).toBeDefined();
});

it('allocates no more memory than the compressed bytes', () => {
  const form = compressedNow(bodyOf(8 * KB), 'br');
  expect(form?.buffer.byteLength).toBe(form?.length);
});
