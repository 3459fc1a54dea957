import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EventLoopPauses } from './limited-client.js';

/** Blocks the event loop. */
function stand(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

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
