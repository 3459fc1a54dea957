import { vi } from 'vitest';

/**
 * Expects something that holds while nobody else commits. Snapshots cover the whole PostgreSQL server, to which other
 * specs write, so the expectation is retried.
 */
export const expectUnlessOthersCommit = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 60_000, interval: 10 });
