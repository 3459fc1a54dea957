import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Gate } from './gate.js';
import { OPERATOR } from './requester.js';

/** A promise that tasks wait for, and the function that resolves it. */
function signal() {
  let fire = (): void => undefined;
  const fired = new Promise<void>((resolve) => (fire = resolve));
  return { fire, fired };
}

describe('Gate', () => {
  it('admits a limited number of tasks at a time, the others in order of arrival', async () => {
    const gate = new Gate({ total: 2 }, 1000);
    const entered: number[] = [];
    const ends = Array.from({ length: 5 }, signal);
    const passes = ends.map(({ fired }, at) =>
      gate.pass(async () => {
        entered.push(at);
        await fired;
      }),
    );
    await sleep(0);
    expect(entered).toEqual([0, 1]);
    ends[1]?.fire();
    await sleep(0);
    expect(entered).toEqual([0, 1, 2]);
    for (const { fire } of ends) fire();
    await Promise.all(passes);
    expect(entered).toEqual([0, 1, 2, 3, 4]);
  });

  it('alternates between the visitors of an account, and gives none of them all of its slots', async () => {
    const gate = new Gate({ total: 9, perAccount: 3, perVisitor: 2 }, 1000);
    const entered: string[] = [];
    const { fire, fired } = signal();
    const pass = (owner: number, visitor: string) =>
      gate.pass(() => (entered.push(`${owner} ${visitor}`), fired), { owner, visitor });
    const passes = ['a', 'a', 'a', 'a', 'b', 'b'].map((visitor) => pass(1, visitor));
    passes.push(pass(2, 'a'));
    await sleep(0);
    expect(entered).toEqual(['1 a', '1 a', '1 b', '2 a']);
    expect(gate.waiting).toBe(3);
    fire();
    await Promise.all(passes);
    expect(entered.slice(4).toSorted()).toEqual(['1 a', '1 a', '1 b']);
    expect(gate.waiting).toBe(0);
  });

  it('releases a slot if the task fails', async () => {
    const gate = new Gate({ total: 1 }, 50);
    const failing = () => gate.pass(() => Promise.reject(new Error('on purpose')));
    await expect(failing()).rejects.toThrow('on purpose');
    await expect(failing()).rejects.toThrow('on purpose');
    expect(await gate.pass(() => Promise.resolve('in'))).toBe('in');
  });

  it('releases a slot if the task throws synchronously', async () => {
    const gate = new Gate({ total: 1 }, 50);
    const throwing = gate.pass(() => {
      throw new Error('at once');
    });
    await expect(throwing).rejects.toThrow('at once');
    expect(await gate.pass(() => Promise.resolve('in'))).toBe('in');
  });

  it('rejects a task that waits too long, and reserves no slot for it', async () => {
    const gate = new Gate({ total: 1 }, 20);
    const { fire, fired } = signal();
    const long = gate.pass(() => fired);
    await expect(gate.pass(() => Promise.resolve())).rejects.toThrow('timeout exceeded when trying to connect');
    fire();
    await long;
    expect(await gate.pass(() => Promise.resolve('in'))).toBe('in');
  });

  it('removes a task whose caller disconnects while it waits', async () => {
    const gate = new Gate({ total: 1 }, 1000);
    const { fire, fired } = signal();
    const long = gate.pass(() => fired);
    const gone = new AbortController();
    const waiting = gate.pass(() => Promise.resolve('in'), { signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    fire();
    await long;
    expect(await gate.pass(() => Promise.resolve('in'))).toBe('in');
  });

  it('alternates between owners, however many tasks one of them has', async () => {
    const gate = new Gate({ total: 1 }, 1000);
    const entered: number[] = [];
    const pass = (owner: number) => gate.pass(() => Promise.resolve(void entered.push(owner)), { owner });
    const { fire, fired } = signal();
    const all = [gate.pass(() => fired), ...[1, 1, 1, 2, 1, 3, 2].map(pass)];
    fire();
    await Promise.all(all);
    expect(entered).toEqual([1, 2, 3, 1, 2, 1, 1]);
  });

  it('skips an account at its limit, and admits the next one', async () => {
    const gate = new Gate({ total: 3, perAccount: 1, forOperator: 1 }, 1000);
    const entered: number[] = [];
    const ends = new Map([1, 2, 3, OPERATOR].map((owner) => [owner, signal()]));
    const pass = (owner: number) =>
      gate.pass(() => (entered.push(owner), ends.get(owner)?.fired ?? Promise.resolve()), { owner });
    const all = [1, 1, 2, 3, OPERATOR].map(pass);
    await sleep(0);
    expect(entered).toEqual([1, 2, OPERATOR]);
    ends.get(2)?.fire();
    await sleep(0);
    expect(entered).toEqual([1, 2, OPERATOR, 3]);
    for (const { fire } of ends.values()) fire();
    await Promise.all(all);
    expect(entered).toEqual([1, 2, OPERATOR, 3, 1]);
  });
});
