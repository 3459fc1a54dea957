import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EventLoopPauses } from './limited-client.js';

/** Blocks the event loop, without using the processor. */
const stand = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('counts the time in which the event loop is blocked, up to the end of the measurement', async () => {
  const pauses = new EventLoopPauses();
  stand(1_200);
  await sleep(1);
  expect(pauses.total).toBeGreaterThanOrEqual(1_200);
  const before = pauses.total;
  stand(1_200);
  pauses.stop();
  expect(pauses.total - before).toBeGreaterThanOrEqual(1_200);
});

it('ignores short pauses', () => {
  const pauses = new EventLoopPauses();
  stand(20);
  pauses.stop();
  expect(pauses.total).toBe(0);
});
