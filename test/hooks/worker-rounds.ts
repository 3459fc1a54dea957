import { expect, vi } from 'vitest';
import type { HookClock } from '../../libs/hooks/src/delivery/hook-clock.js';

/** Waits until the worker has begun and ended a round, and the next one: what the first sent has arrived. */
export async function wholeRounds(clock: HookClock): Promise<void> {
  const rest = vi.spyOn(clock, 'rest');
  await expect.poll(() => rest.mock.calls.length).toBeGreaterThanOrEqual(3);
  rest.mockRestore();
}

/** Stops the worker between two rounds. @returns what lets it go on */
export async function holdWorker(clock: HookClock): Promise<() => void> {
  const ends: (() => void)[] = [];
  const rest = vi.spyOn(clock, 'rest').mockImplementation(() => new Promise((resolve) => void ends.push(resolve)));
  await expect.poll(() => ends.length).toBeGreaterThan(0);
  return () => {
    rest.mockRestore();
    for (const end of ends) end();
  };
}
