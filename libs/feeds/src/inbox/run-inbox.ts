import type { DataSource } from 'typeorm';
import { NoAccountError, takeInFeed, type FeedWatch } from '../intake/feed-intake.js';
import type { FeedReport } from '../intake/feed-report.js';
import { Arrivals, type Arrival } from './arrivals.js';
import { asTheOnlyInbox } from './inbox-lock.js';
import { putAway } from './put-away.js';
import { Wake } from './wake.js';

const RESCAN_MS = 2_000;

export interface InboxOptions extends Pick<FeedWatch, 'onProgress'> {
  /** Ends the watch after the file under way. */
  readonly signal: AbortSignal;
  /** How long a file must not have changed before it is taken. */
  readonly stillMs: number;
  readonly onFile?: (arrival: Arrival, report: FeedReport) => void;
  /** A file for an account that there is not. */
  readonly onStray?: (arrival: Arrival, reason: string) => void;
  /** Another inbox works on the database. */
  readonly onWait?: () => void;
}

/**
 * Watches `DIR/<websiteID>/*.xml`: takes each file in, in order of arrival, and moves it to `done` or `failed` beside it.
 * It moves what is committed, so that a file that was under way when the process was killed is taken in once more, which
 * changes nothing.
 *
 * @throws what the store or the folder does
 */
export async function runInbox(dataSource: DataSource, folder: string, options: InboxOptions): Promise<void> {
  const { signal, stillMs, onWait = () => undefined } = options;
  const arrivals = new Arrivals(folder, stillMs);
  const wake = new Wake();
  try {
    await asTheOnlyInbox(dataSource, { signal, onWait }, async (ensureHeld) => {
      while (!signal.aborted) {
        // First, so that nothing that comes while it looks is missed.
        wake.listen([folder]);
        const { ready, coming, folders } = await arrivals.look();
        wake.listen(folders);
        for (const arrival of ready) {
          if (signal.aborted) return;
          await ensureHeld();
          await takeArrival(dataSource, arrival, options);
        }
        if (ready.length === 0) await wake.wait(coming ? Math.max(20, stillMs / 2) : RESCAN_MS, signal);
      }
    });
  } finally {
    wake.close();
  }
}

async function takeArrival(dataSource: DataSource, arrival: Arrival, options: InboxOptions): Promise<void> {
  const { onProgress, onFile, onStray } = options;
  try {
    const report = await takeInFeed(dataSource, arrival.path, arrival.websiteID, onProgress ? { onProgress } : {});
    await putAway(arrival, report.fatal === null ? 'done' : 'failed', report);
    onFile?.(arrival, report);
  } catch (error) {
    // Somebody took it away.
    if (isMissing(error)) return;
    if (!(error instanceof NoAccountError)) throw error;
    await putAway(arrival, 'failed', { file: arrival.name, websiteID: arrival.websiteID, fatal: error.message });
    onStray?.(arrival, error.message);
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
