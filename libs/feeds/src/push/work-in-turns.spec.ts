import { expect, it } from 'vitest';
import { WorkInTurns } from './sent-feeds.job.js';

/** Work of three steps, and the steps that it has done. */
function steps(signal = new AbortController().signal) {
  const done: number[] = [];
  const work = new WorkInTurns(async (giveWay) => {
    for (const step of [1, 2, 3]) {
      await giveWay();
      done.push(step);
    }
  }, signal);
  return { done, work };
}

it('goes on where it gave way', async () => {
  const { done, work } = steps();
  expect(await work.turn(0)).toBe(false);
  expect(done).toEqual([]);
  expect(await work.turn(0)).toBe(false);
  expect(done).toEqual([1]);
  expect(await work.turn(1_000)).toBe(true);
  expect(done).toEqual([1, 2, 3]);
});

it('does nothing more when it is ended between two turns', async () => {
  const ending = new AbortController();
  const { done, work } = steps(ending.signal);
  await work.turn(0);
  ending.abort(new Error('the end'));
  await expect(work.turn(1_000)).rejects.toThrow('the end');
  expect(done).toEqual([]);
});
