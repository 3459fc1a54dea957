import { describe, expect, it } from 'vitest';
import {
  ACTIVE,
  afterAttempt,
  afterTime,
  DAY_MS,
  FAILED,
  GONE,
  maySend,
  RETRY_MS,
  type DeliveryOutcome,
  type EndpointState,
} from './endpoint-state.js';

const START = Date.parse('2026-11-22T00:00:00Z');
const HOUR = 3_600_000;
const at = (ms: number): Date => new Date(START + ms);

interface Case {
  readonly endpointState?: Partial<EndpointState>;
  readonly number?: number;
  readonly status: number | null;
  readonly retryAfterMs?: number | null;
  readonly after?: number;
  readonly chance?: number;
}

const attempt = ({ endpointState, number = 1, status, retryAfterMs = null, after = 0, chance = 0.5 }: Case) =>
  afterAttempt({ ...ACTIVE, ...endpointState }, { number, reply: { status, retryAfterMs }, now: at(after), chance });

const failing = (failures: number, backoffUntil: Date | null = null, failingSince = at(0)): EndpointState => ({
  state: 'failing',
  reason: null,
  failures,
  failingSince,
  backoffUntil,
});

const CASES: readonly [string, Case, EndpointState, DeliveryOutcome][] = [
  ['200', { status: 200 }, ACTIVE, 'delivered'],
  ['204', { status: 204 }, ACTIVE, 'delivered'],
  ['a success after failures', { endpointState: failing(7, at(-1)), number: 3, status: 299 }, ACTIVE, 'delivered'],
  ['300', { status: 300 }, failing(1), { retryAt: at(5_000) }],
  ['a redirect', { status: 301 }, failing(1), { retryAt: at(5_000) }],
  ['101', { status: 101 }, failing(1), { retryAt: at(5_000) }],
  ['404', { status: 404 }, failing(1), { retryAt: at(5_000) }],
  ['500', { status: 500 }, failing(1), { retryAt: at(5_000) }],
  ['no answer', { status: null }, failing(1), { retryAt: at(5_000) }],
  ['early', { status: 500, chance: 0 }, failing(1), { retryAt: at(4_000) }],
  ['late', { status: 500, chance: 1 }, failing(1), { retryAt: at(6_000) }],
  [
    'the second failure',
    { endpointState: failing(1), number: 2, status: 500, after: 5_000 },
    failing(2),
    { retryAt: at(305_000) },
  ],
  ['the fourth in a row', { endpointState: failing(3), status: 500 }, failing(4), { retryAt: at(5_000) }],
  ['the fifth in a row', { endpointState: failing(4), status: 500 }, failing(5, at(5_000)), { retryAt: at(5_000) }],
  ['the sixth in a row', { endpointState: failing(5), status: 500 }, failing(6, at(300_000)), { retryAt: at(5_000) }],
  [
    'the hundredth in a row',
    { endpointState: failing(99), status: 500 },
    failing(100, at(DAY_MS)),
    { retryAt: at(5_000) },
  ],
  ['429', { status: 429, retryAfterMs: 60_000 }, failing(1, at(60_000)), { retryAt: at(60_000) }],
  ['429, sooner than we come', { status: 429, retryAfterMs: 1_000 }, failing(1, at(1_000)), { retryAt: at(5_000) }],
  ['503, in a year', { status: 503, retryAfterMs: 365 * DAY_MS }, failing(1, at(DAY_MS)), { retryAt: at(DAY_MS) }],
  ['the tenth attempt', { number: 10, status: 500 }, failing(1), 'dead'],
  ['410', { status: 410 }, { ...failing(1), state: 'disabled', reason: GONE }, { retryAt: at(5_000) }],
  [
    'a failure just before five days',
    { endpointState: failing(3), status: 500, after: 5 * DAY_MS - 1 },
    failing(4),
    { retryAt: at(5 * DAY_MS + 4_999) },
  ],
  [
    'a failure after five days',
    { endpointState: failing(3), status: 500, after: 5 * DAY_MS },
    { ...failing(4), state: 'disabled', reason: FAILED },
    { retryAt: at(5 * DAY_MS + 5_000) },
  ],
  [
    'a success of one that was disabled meanwhile',
    { endpointState: { state: 'disabled', reason: GONE }, status: 200 },
    { ...ACTIVE, state: 'disabled', reason: GONE },
    'delivered',
  ],
  [
    'a failure of one that was disabled meanwhile',
    { endpointState: { state: 'disabled', reason: GONE }, status: 500 },
    { ...ACTIVE, state: 'disabled', reason: GONE },
    { retryAt: at(5_000) },
  ],
];

describe('the state of an endpoint and a delivery after', () => {
  it.each(CASES)('%s', (_, given, endpointState, outcome) => {
    expect(attempt(given)).toEqual({ endpointState, outcome });
  });
});

describe('a delivery that always fails', () => {
  /** The hours of its attempts. */
  function tried(chance: number): number[] {
    const hours: number[] = [];
    let [endpointState, now, number] = [ACTIVE, at(0), 1];
    for (;;) {
      hours.push((now.getTime() - START) / HOUR);
      const next = afterAttempt(endpointState, { number, reply: { status: 500, retryAfterMs: null }, now, chance });
      if (typeof next.outcome === 'string') return hours;
      endpointState = next.endpointState;
      now = new Date(Math.max(next.outcome.retryAt.getTime(), endpointState.backoffUntil?.getTime() ?? 0));
      number += 1;
    }
  }

  it('is tried ten times in 75.6 hours, without extra waits for the backoff of its endpoint', () => {
    const sums = RETRY_MS.map((_, index) => RETRY_MS.slice(0, index + 1).reduce((sum, ms) => sum + ms, 0) / HOUR);
    expect(tried(0.5)).toEqual([0, ...sums]);
    expect(tried(0.5).at(-1)).toBeCloseTo(75.585, 3);
  });

  it('is tried up to a fifth earlier or later', () => {
    expect(tried(0).at(-1)).toBeCloseTo(75.585 * 0.8, 2);
    expect(tried(1).at(-1)).toBeCloseTo(75.585 * 1.2, 2);
  });
});

it('five days without a success disable an endpoint, even if nothing is sent to it', () => {
  expect(afterTime(failing(3), at(5 * DAY_MS - 1))).toEqual(failing(3));
  expect(afterTime(failing(3), at(5 * DAY_MS))).toEqual({ ...failing(3), state: 'disabled', reason: FAILED });
  expect(afterTime(ACTIVE, at(5 * DAY_MS))).toBe(ACTIVE);
});

it('an endpoint receives nothing during its backoff or while it is disabled', () => {
  expect(maySend(ACTIVE, at(0))).toBe(true);
  expect(maySend(failing(5, at(1)), at(0))).toBe(false);
  expect(maySend(failing(5, at(1)), at(1))).toBe(true);
  expect(maySend({ ...ACTIVE, state: 'disabled' }, at(0))).toBe(false);
});
