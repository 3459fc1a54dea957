import { vi } from 'vitest';

/**
 * Expects what is true while nobody commits. Snapshots are of the whole PostgreSQL server, on which other specs write: where
 * that makes it fail, it is tried again.
 */
export const expectUnlessOthersCommit = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 60_000, interval: 10 });
