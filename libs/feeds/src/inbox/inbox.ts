import { withSessionLock } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FeedImporter } from '../intake/feed-importer.js';
import { FeedRunsRepository } from '../intake/feed-runs.repository.js';
import { AccountFolders } from './account-folders.js';
import { Arrivals } from './arrivals.js';
import { InboxIntake, type InboxEvents } from './inbox-intake.js';

export interface InboxOptions extends InboxEvents {
  /** Stops the inbox after the current file. */
  readonly signal: AbortSignal;
  /** How long a file must be unchanged before it is imported. */
  readonly stillMs: number;
  /** How long a file may stay incomplete, counted from its last change. */
  readonly unfinishedMs: number;
  /** How often all folders are scanned; every two seconds unless given. */
  readonly rescanMs?: number;
  /** Makes a folder for every account. */
  readonly makesFolders?: boolean;
  /** Called when another inbox already works on the database. */
  readonly onWait?: () => void;
}

/** The inbox of REAXML files. */
@Injectable()
export class Inbox {
  private arrivals: Arrivals | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly importer: FeedImporter,
    private readonly runs: FeedRunsRepository,
  ) {}

  /** The number of feed files that lie in the inbox; undefined while another process works on it. */
  get waitingFiles(): number | undefined {
    return this.arrivals?.waiting;
  }

  /**
   * Watches `DIR/<websiteID>/*.xml`. The accounts take turns, each with its files in order of arrival. Each file is
   * imported and then moved to `done` or `failed` beside it. Files are moved after the commit: a file that was being
   * imported when the process was killed is imported again, which changes nothing. A fault of one file or account folder
   * stops neither the others nor the inbox.
   *
   * @throws any error of the database or of the inbox folder
   */
  async run(path: string, options: InboxOptions): Promise<void> {
    const { signal, stillMs, rescanMs, unfinishedMs, makesFolders = false, onWait = () => undefined } = options;
    await withSessionLock(this.dataSource, 'inbox', { signal, onWait }, async (ensureHeld) => {
      const intake = new InboxIntake(this.runs, this.importer, unfinishedMs, options);
      const folders = new AccountFolders(path, this.runs);
      const arrivals = new Arrivals(path, {
        stillMs,
        rescanMs,
        onIgnored: (folder, items) => intake.noteIgnored(folder, items),
        onFault: (folder, error, pause) => intake.noteFault(folder, error, pause),
      });
      this.arrivals = arrivals;
      try {
        while (!signal.aborted) {
          if (makesFolders) await folders.makeMissing();
          await arrivals.scan();
          const arrival = arrivals.next();
          if (!arrival) {
            await arrivals.wait(signal);
            continue;
          }
          await ensureHeld();
          await intake.process(arrival);
        }
      } finally {
        arrivals.close();
        this.arrivals = undefined;
      }
    });
  }
}
