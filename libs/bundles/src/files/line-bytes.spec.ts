import { expect, it } from 'vitest';
import { LineBytes } from './read-lines.js';

const LINES = ['', 'plain', 'Zoë’s café', '漢字', '😀', 'half a pair: \ud83d', 'x'.repeat(1_000)];

it.each([0, 1, 10, 100, 10_000])(
  'encodes lines as UTF-8 in the order in which they were added, from %i bytes on',
  (capacity) => {
    const bytes = new LineBytes(capacity);
    for (const line of LINES) bytes.add(line);
    expect(bytes.all.equals(Buffer.from(LINES.map((line) => `${line}\n`).join('')))).toBe(true);
    expect(bytes.capacity).toBeGreaterThanOrEqual(Math.max(capacity, bytes.all.length));
  },
);

it('returns no bytes without lines', () => {
  expect(new LineBytes(10).all).toHaveLength(0);
});
