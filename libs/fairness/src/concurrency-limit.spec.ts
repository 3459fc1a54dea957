import { expect, it } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { mainAccountOf, OPERATOR } from './requester.js';

/** How many of the slots an owner gets. */
function take(limit: ConcurrencyLimit, owner: number, count: number): number {
  return Array.from({ length: count }, () => limit.tryAcquire(owner)).filter(Boolean).length;
}

it('limits each account to its share, and reserves slots for the operator', () => {
  const limit = new ConcurrencyLimit({ total: 1_000, perAccount: 100, forOperator: 100 });
  expect(Array.from({ length: 10 }, (_, at) => take(limit, at + 1, 150))).toEqual([...Array<number>(9).fill(100), 0]);
  expect([limit.isExhausted(1), limit.isExhausted(10)]).toEqual([true, false]);
  expect(take(limit, OPERATOR, 150)).toBe(100);
  limit.release(1);
  expect([take(limit, 2, 1), take(limit, 10, 2), take(limit, 1, 1)]).toEqual([0, 1, 0]);
});

it('is one number without shares', () => {
  const limit = new ConcurrencyLimit({ total: 3 });
  expect([take(limit, 1, 2), take(limit, OPERATOR, 2), take(limit, 2, 1)]).toEqual([2, 1, 0]);
});

it('counts an account together with its sub-accounts', () => {
  const accounts = [
    { websiteID: 1, mainWebsiteID: null },
    { websiteID: 2, mainWebsiteID: 1 },
  ];
  expect(accounts.map(mainAccountOf)).toEqual([1, 1]);
});
