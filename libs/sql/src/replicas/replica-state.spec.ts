import { expect, it } from 'vitest';
import { delayOf } from './replica-state.js';

it.each([
  [0, undefined],
  [30, undefined],
  [30.1, 'has been behind for more than 30 s'],
  [4_000, 'has been behind for more than 30 s'],
])('a replica that is behind for %d s is reported: %s', (seconds, fault) => {
  expect(delayOf(seconds)).toBe(fault);
});
