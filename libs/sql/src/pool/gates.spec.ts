import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR } from '@app/fairness';
import { describe, expect, it } from 'vitest';
import { gatesOf } from './database.js';

const WAIT_MS = 20;
const nothing = () => Promise.resolve();

/** A promise that tasks wait for, and the function that resolves it. */
function signal() {
  let fire = (): void => undefined;
  const fired = new Promise<void>((resolve) => (fire = resolve));
  return { fire, fired };
}

describe('the gates of the main pool', () => {
  it('reserve connections for look-ups', async () => {
    const { long } = gatesOf(3, WAIT_MS);
    const { fire, fired } = signal();
    const held = long.pass(() => fired);
    await expect(long.pass(nothing)).rejects.toThrow('timeout exceeded');
    fire();
    await held;
    expect(await long.pass(() => Promise.resolve('in'))).toBe('in');
  });

  it('reserve connections for lists beside snapshot reads, and one snapshot for the operator', async () => {
    const { snapshots, requests } = gatesOf(9, WAIT_MS);
    const { fire, fired } = signal();
    const reading = [1, 2].map((account) => snapshots.pass(() => fired, { owner: account }));
    await expect(snapshots.pass(nothing, { owner: 3 })).rejects.toThrow('timeout exceeded');
    reading.push(snapshots.pass(() => fired));
    await expect(snapshots.pass(nothing)).rejects.toThrow('timeout exceeded');
    // Of seven, three are reserved for requests, and one for their look-ups.
    reading.push(...[1, 1, 2].map((account) => requests.pass(() => fired, { owner: account })));
    await expect(requests.pass(nothing)).rejects.toThrow('timeout exceeded');
    fire();
    await Promise.all(reading);
  });

  it.each([
    ['snapshots', 1],
    ['requests', 2],
  ] as const)('do not let one account take all connections for %s', async (kind, share) => {
    const gate = gatesOf(9, WAIT_MS)[kind];
    const { fire, fired } = signal();
    const held = Array.from({ length: share }, () => gate.pass(() => fired, { owner: 12 }));
    await expect(gate.pass(nothing, { owner: 12 })).rejects.toThrow('timeout exceeded');
    expect(await gate.pass(() => Promise.resolve('in'), { owner: 13 })).toBe('in');
    fire();
    await Promise.all(held);
  });

  it.each([
    [4, 1],
    [5, 2],
    [6, 2],
    [8, 3],
    [9, 3],
    [18, 6],
  ])(
    'of %i connections allow %i snapshots, one of them reserved for the operator unless it is the only one',
    async (connections, most) => {
      const { snapshots } = gatesOf(connections, WAIT_MS);
      const { fire, fired } = signal();
      const entered: number[] = [];
      const pass = (owner: number) => snapshots.pass(() => (entered.push(owner), fired), { owner }).catch(() => 'late');
      const all = [...Array.from({ length: connections }, (_, at) => at + 1), OPERATOR].map(pass);
      await sleep(0);
      expect(entered).toHaveLength(most);
      expect(entered.includes(OPERATOR)).toBe(most > 1);
      fire();
      await Promise.all(all);
    },
  );
});
