import { expect, it } from 'vitest';
import { delayOf, faultOf } from './replica-state.js';

it.each([
  [0, undefined],
  [30, undefined],
  [30.1, 'has been behind for more than 30 s'],
  [4_000, 'has been behind for more than 30 s'],
])('a replica with a lag of %d s is reported: %s', (seconds, fault) => {
  expect(delayOf(seconds)).toBe(fault);
});

const primary = { system: '7', timeline: 2, database: 'directory' };

it.each([
  ['a standby', { isStandby: true }, undefined],
  ['the primary itself', { isStandby: false }, 'is the primary'],
  ['a server that was promoted beside it', { isStandby: false, timeline: 3 }, 'is on timeline 3, and the primary on 2'],
  ['a standby that has not followed', { isStandby: true, timeline: 1 }, 'is on timeline 1, and the primary on 2'],
  ['another cluster', { isStandby: false, system: '8' }, 'belongs to another cluster'],
  ['another database', { isStandby: true, database: 'staging' }, 'is the database staging, and the primary directory'],
])('%s: the reason is reported', (_, state, fault) => {
  expect(faultOf({ ...primary, wal: 0, ...state }, primary)).toBe(fault);
});
