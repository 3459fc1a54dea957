import { HookClock } from '../../libs/hooks/src/delivery/hook-clock.js';
import { HookWorker } from '../../libs/hooks/src/delivery/hook-worker.service.js';
import { SearchHooks } from '../../libs/hooks/src/matches/search-hooks.service.js';
import type { TestService } from '@testing';

/** Two whole rounds of the workers that tell hooks: what the first one sent has arrived. */
export async function wholeRounds({ app }: Pick<TestService, 'app'>): Promise<void> {
  for (let count = 0; count < 2; count += 1) {
    await app.get(SearchHooks).worker.attempt();
    await app.get(SearchHooks).apart.attempt();
    await app.get(HookWorker).worker.attempt();
  }
}

const NEVER = 1e9;

/** Stops the worker between two rounds. @returns what lets it go on */
export async function holdWorker({ app }: Pick<TestService, 'app'>): Promise<() => void> {
  const [clock, { worker }] = [app.get(HookClock), app.get(HookWorker)];
  const { tickMs } = clock;
  clock.tickMs = NEVER;
  worker.wake();
  // The round under way, and the one that `wake` begins.
  await worker.round();
  await worker.round();
  return () => {
    clock.tickMs = tickMs;
    worker.wake();
  };
}
