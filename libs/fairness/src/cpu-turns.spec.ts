import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CpuTurns } from './cpu-turns.js';

it('runs one waiting task per turn of the event loop, and alternates between owners', async () => {
  const turns = new CpuTurns();
  const served: string[] = [];
  const work = async (owner: number, name: string) => {
    await turns.wait(owner);
    served.push(name);
  };
  const all = [work(1, 'a1'), work(1, 'a2'), work(1, 'a3'), work(2, 'b1'), work(3, 'c1'), work(2, 'b2')];
  for (let turn = 1; turn <= 3; turn += 1) {
    await setImmediate();
    expect(served.length).toBeLessThanOrEqual(turn);
  }
  await Promise.all(all);
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('serves a new owner after one task of each waiting owner', async () => {
  const turns = new CpuTurns();
  const served: string[] = [];
  const flood = Array.from({ length: 20 }, async () => {
    await turns.wait(1);
    served.push('flood');
  });
  await turns.wait(2);
  expect(served).toEqual(['flood']);
  await Promise.all(flood);
});

it('continues a task at once until the turn has lasted a few milliseconds', async () => {
  const turns = new CpuTurns();
  const served: string[] = [];
  const work = async (name: string, ms = 0) => {
    await turns.enter(1);
    for (const until = performance.now() + ms; performance.now() < until;);
    served.push(name);
  };
  const isNext = setImmediate().then(() => served.push('next turn'));
  await work('short');
  await work('long', 10);
  await Promise.all([work('late'), isNext]);
  expect(served).toEqual(['short', 'long', 'next turn', 'late']);
});
