import { expect, it } from 'vitest';
import { retryAfterMs } from './undici-hook.sender.js';

const NOW = Date.parse('2026-08-01T12:00:00Z');

it.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sat, 01 Aug 2026 12:05:00 GMT', 300_000],
  ['Sat, 01 Aug 2026 11:00:00 GMT', 0],
  [undefined, undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['9999999999', undefined],
  ['2026-08-01T12:05:00Z', undefined],
  ['Sat, 99 Aug 2026 12:05:00 GMT', undefined],
])('parses Retry-After: %s as %s ms from now', (header, wait) => {
  expect(retryAfterMs(header, NOW)).toBe(wait);
});
