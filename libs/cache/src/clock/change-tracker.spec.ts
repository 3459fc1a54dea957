import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoggedChange } from '../invalidation/change.js';
import { ChangeTracker, type Base, type ClockReading } from './change-tracker.js';
import { type LogStart, PgSnapshot } from './safe-horizon.js';

const LIFE = 'one';

const change = (xid: number, fields: Partial<LoggedChange> = {}): LoggedChange => ({
  xid: String(xid),
  resource: 'listing',
  id: xid,
  websiteID: 1,
  formerWebsiteID: null,
  old: null,
  new: { id: xid },
  ...fields,
});

const reading = (
  snapshot: string,
  changes: ClockReading['changes'] = null,
  serverIncarnation = LIFE,
): ClockReading => ({
  snapshot,
  serverIncarnation,
  changes,
});

/** The end of the log in a snapshot. */
function startOf(snapshot: string, committed: readonly number[]): LogStart {
  const { oldest } = new PgSnapshot(snapshot);
  return {
    log: 'log',
    recorded: String(Math.max(0, ...committed.filter((xid) => xid < oldest))),
    waiting: committed.filter((xid) => xid >= oldest).map(String),
  };
}

/** The ids of the listings known to have changed after a position. */
function changedSince(tracker: ChangeTracker, position: number): number[] {
  const ids: number[] = [];
  tracker.ring.some('listing', position, ({ id }) => {
    ids.unshift(id ?? 0);
    return false;
  });
  return ids;
}

const started = (snapshot: string) => {
  const tracker = new ChangeTracker();
  return { tracker, first: tracker.apply(undefined, reading(snapshot)) };
};

describe('readings of the change log', () => {
  it('advance the position with each change', () => {
    const { tracker, first } = started('5:5:');
    const second = tracker.apply(tracker.base, reading('7:7:', [change(5), change(6)]));
    expect(second).toEqual({
      ...first,
      position: first.position + 2,
      snapshot: `7:7: ${LIFE}`,
      end: { ...first.end, xid: 6 },
    });
    expect(changedSince(tracker, first.position)).toEqual([5, 6]);
    expect(changedSince(tracker, first.position + 1)).toEqual([6]);
  });

  it('keep the position if the directory has not changed', () => {
    const { tracker, first } = started('5:5:');
    expect(tracker.apply(tracker.base, reading('7:7:', []))).toMatchObject({ position: first.position });
  });

  it('add each change of concurrent statements once, in any order of their results', () => {
    const answers = [
      reading('6:6:', [change(5)]),
      reading('5:7:5', [change(6)]),
      reading('8:8:', [change(5), change(6), change(7)]),
    ];
    for (const order of [
      [0, 2],
      [2, 0],
      [1, 2],
      [2, 1],
    ]) {
      const { tracker, first } = started('5:5:');
      const { base } = tracker;
      for (const at of order) tracker.apply(base, answers[at] ?? reading(''));
      const ids = changedSince(tracker, first.position);
      expect(ids.toSorted((one, other) => one - other)).toEqual([5, 6, 7]);
    }
  });

  it.each<[string, ClockReading]>([
    ['too many changes', reading('9:9:', null)],
    ['another incarnation of the server', reading('9:9:', [], 'two')],
    ['a resource of a later version', reading('9:9:', [change(5, { resource: 'auction' })])],
  ])('begin another epoch after %s', (_, answer) => {
    const { tracker, first } = started('5:5:');
    const next = tracker.apply(tracker.base, answer);
    expect(next.epoch).toBe(first.epoch + 1);
    expect(tracker.ring.reaches(first.position)).toBe(next.position === first.position);
    expect(tracker.apply(tracker.base, reading('10:10:', [change(9)], answer.serverIncarnation)).epoch).toBe(
      next.epoch,
    );
  });

  it('ignore changes since a snapshot of another server incarnation', () => {
    const { tracker } = started('5:5:');
    const { base } = tracker;
    const { epoch } = tracker.apply(base, reading('6:6:', [], 'two'));
    expect(tracker.apply(base, reading('8:8:', [change(7)], 'two')).epoch).toBe(epoch + 1);
    // A response that was in transit when the server stopped.
    const late = tracker.apply(base, reading('7:7:', [change(5)]));
    expect(late.epoch).toBe(epoch + 2);
  });

  it('lose no change between any two positions', () => {
    // Each transaction logs one change; the readers of a process share their position.
    const steps = fc.array(fc.record({ kind: fc.nat({ max: 5 }), pick: fc.nat({ max: 9 }) }), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (drawn) => {
        const tracker = new ChangeTracker();
        const running: number[] = [];
        const committed: number[] = [];
        const underway: { base: Base | undefined; answer: ClockReading; seen: number[] }[] = [];
        const known: { position: number; epoch: number; seen: number[] }[] = [];
        let [next, end] = [10, 10];
        const answerOne = (pick: number) => {
          const [asked] = underway.splice(pick % underway.length, 1);
          if (!asked) return;
          const at = tracker.apply(asked.base, asked.answer);
          // A position covers what its snapshot sees, which may be more than this statement has seen.
          const covered = new PgSnapshot(at.snapshot.split(' ')[0] ?? '');
          const seen = committed.filter((xid) => covered.sees(xid));
          expect(seen).toEqual(expect.arrayContaining(asked.seen));
          const later = known.filter(({ epoch, position }) => epoch === at.epoch && position <= at.position);
          for (const before of later) {
            const missing = seen.filter((xid) => !before.seen.includes(xid));
            expect(changedSince(tracker, before.position)).toEqual(expect.arrayContaining(missing));
          }
          // Readers see exactly the log entries below the oldest running transaction.
          const { oldest } = new PgSnapshot(asked.answer.snapshot);
          expect(at.end.xid).toBeGreaterThanOrEqual(Math.max(0, ...asked.seen.filter((xid) => xid < oldest)));
          expect([0, ...committed]).toContain(at.end.xid);
          expect(at.end.xid).toBeLessThan(new PgSnapshot(at.snapshot).oldest);
          known.push({ ...at, seen });
        };
        for (const { kind, pick } of drawn) {
          if (kind < 2) running.push(next++);
          else if (kind === 2 && running.length > 0) {
            const [xid = 0] = running.splice(pick % running.length, 1);
            committed.push(xid);
            end = Math.max(end, xid + 1);
          } else if (kind === 3) {
            const { base } = tracker;
            const text = `${Math.min(end, ...running)}:${end}:${running.filter((xid) => xid < end).join(',')}`;
            const since = new PgSnapshot(base?.snapshot.text ?? text);
            const changes = committed.filter((xid) => !since.sees(xid)).map((xid) => change(xid));
            underway.push({
              base,
              answer: reading(text, base ? changes : startOf(text, committed)),
              seen: [...committed],
            });
          } else answerOne(pick);
        }
      }),
      { numRuns: 500 },
    );
  });
});
