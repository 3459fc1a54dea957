import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PgSnapshot } from './safe-horizon.js';

describe('a snapshot', () => {
  it('sees the transactions that had ended', () => {
    const snapshot = new PgSnapshot('10:15:10,12');
    expect([9, 10, 11, 12, 14, 15, 99].map((xid) => snapshot.sees(xid))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(new PgSnapshot('7:7:').sees(6)).toBe(true);
  });

  it('covers earlier snapshots, and no later snapshot that sees more', () => {
    // Transactions begin and end in any order; a snapshot is taken after each step.
    const steps = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(steps, (drawn) => {
        const running: number[] = [];
        let next = 100;
        let ended = 100;
        const taken = drawn.map((step) => {
          if (step < 3 || running.length === 0) running.push(next++);
          else {
            const [xid = 0] = running.splice(step % running.length, 1);
            ended = Math.max(ended, xid + 1);
          }
          // As in PostgreSQL, the end follows the highest transaction that has ended.
          const seen = running.filter((xid) => xid < ended);
          return new PgSnapshot(`${Math.min(ended, ...running)}:${ended}:${seen.join(',')}`);
        });
        const xids = Array.from({ length: next - 100 }, (_, at) => 100 + at);
        for (const [at, later] of taken.entries()) {
          for (const earlier of taken.slice(0, at + 1)) {
            expect(later.covers(earlier)).toBe(true);
            expect(earlier.covers(later)).toBe(xids.every((xid) => earlier.sees(xid) || !later.sees(xid)));
          }
        }
      }),
    );
  });
});
