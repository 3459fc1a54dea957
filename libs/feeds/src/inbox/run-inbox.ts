import type { DataSource } from 'typeorm';
import { Arrivals } from './arrivals.js';
import { InboxIntake, type InboxEvents } from './inbox-intake.js';
import { asTheOnlyInbox } from './inbox-lock.js';

export interface InboxOptions extends InboxEvents {
  /** Ends the watch after the file under way. */
  readonly signal: AbortSignal;
  /** How long a file must not have changed before it is taken. */
  readonly stillMs: number;
  /** How long a file that lacks its end may wait for it, from its last byte on. */
  readonly unfinishedMs: number;
  /** Another inbox works on the database. */
  readonly onWait?: () => void;
}

/**
 * Watches `DIR/<websiteID>/*.xml`: the accounts take turns, each with its files in order of arrival; each file is taken in
 * and moved to `done` or `failed` beside it. It moves what is committed, so that a file that was under way when the
 * process was killed is taken in once more, which changes nothing. What is wrong with a file or the folder of an account
 * stops neither the others nor the inbox.
 *
 * @throws what the store or the folder of the inbox does
 */
export async function runInbox(dataSource: DataSource, path: string, options: InboxOptions): Promise<void> {
  const { signal, stillMs, unfinishedMs, onWait = () => undefined } = options;
  await asTheOnlyInbox(dataSource, { signal, onWait }, async (ensureHeld) => {
    const intake = new InboxIntake(dataSource, unfinishedMs, options);
    const arrivals = new Arrivals(path, {
      stillMs,
      onIgnored: (folder, items) => intake.noteIgnored(folder, items),
      onFault: (folder, error, pause) => intake.noteFault(folder, error, pause),
    });
    try {
      while (!signal.aborted) {
        await arrivals.look();
        const arrival = arrivals.next();
        if (!arrival) {
          await arrivals.wait(signal);
          continue;
        }
        await ensureHeld();
        await intake.take(arrival);
      }
    } finally {
      arrivals.close();
    }
  });
}
