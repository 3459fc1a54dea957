import { expect } from 'vitest';
import { HookClock } from '../../libs/hooks/src/delivery/hook-clock.js';
import { HookWorker } from '../../libs/hooks/src/delivery/hook-worker.service.js';
import { SearchHooks } from '../../libs/hooks/src/matches/search-hooks.service.js';
import type { TestService } from '@testing';

type Service = Pick<TestService, 'app'>;

/** Stops the workers until a test runs their rounds. */
const NEVER = 1e9;

/** A whole round of the workers that send hook messages. */
async function round({ app }: Service): Promise<void> {
  const [searches, hooks] = [app.get(SearchHooks), app.get(HookWorker)];
  await searches.worker.attempt();
  await searches.apart.attempt();
  await hooks.worker.attempt();
}

/** Two whole rounds: the second stores the results of the first. */
export async function wholeRounds(service: Service): Promise<void> {
  await round(service);
  await round(service);
}

/** Stops the workers from now on; a test runs their rounds. */
export function stopWorkers({ app }: Service): void {
  app.get(HookClock).tickMs = NEVER;
  for (const { worker } of [app.get(SearchHooks), app.get(HookWorker)]) worker.wake();
  app.get(SearchHooks).apart.wake();
}

/** `expect.poll`, with a round of the workers before each attempt. */
export const pollRounds =
  (...services: readonly Service[]) =>
  <T>(read: () => T) =>
    expect.poll(async () => {
      await Promise.all(services.map(round));
      return read();
    });
