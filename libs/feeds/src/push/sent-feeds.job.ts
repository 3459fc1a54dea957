import { reportPrune } from '@app/metrics';
import { Turns, type Owner } from '@app/fairness';
import { faultLine, Worker } from '@app/process';
import { withSessionLock } from '@app/sql';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pauseMs } from '../inbox/inbox-item.js';
import { countNotImported } from '../intake/feed-report.js';
import { FeedUploadsRepository, type WaitingFeed } from './feed-uploads.repository.js';
import { SentFeedImporter } from './sent-feed.importer.js';

/** Feeds that another process has left are found this often. A feed that this process receives wakes the job at once. */
const IDLE_MS = 60_000;
/** The pause between two rounds while a feed waits to be tried again. */
const PENDING_MS = 1_000;
/** The time for the current batch to be written when the process ends. */
const END_MS = 6_000;
/** After this many attempts an import is given up: it ends the process, or fails for a lasting reason. */
const MOST_ATTEMPTS = 20;

/**
 * Imports the feeds of the queue one after the other, when no other process does. The owners take turns; the feeds of an
 * owner are imported in the order of their arrival.
 */
@Injectable()
export class SentFeedsJob implements OnModuleDestroy {
  private readonly logger = new Logger(SentFeedsJob.name);
  private readonly worker = new Worker(() => this.round(), {
    restMs: PENDING_MS,
    fault: { subject: 'Feeds wait', warn: (line) => this.logger.warn(line) },
  });
  private readonly owners = new Turns<Owner>();
  /** The earliest time of the next attempt of a failed run, by `performance.now()`. */
  private readonly notBefore = new Map<number, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly uploads: FeedUploadsRepository,
    private readonly importer: SentFeedImporter,
  ) {}

  start(): void {
    reportPrune('feed_uploads', 0);
    void this.worker.start();
  }

  /** An interrupted import begins again in another process, or when this one starts again. */
  async onModuleDestroy(): Promise<void> {
    await this.worker.end(END_MS);
  }

  /** Looks for waiting feeds now. */
  wake(): void {
    this.worker.wake();
  }

  /** Imports the waiting feeds. @returns the pause until the next round, in ms */
  private async round(): Promise<number> {
    await this.uploads.prune();
    reportPrune('feed_uploads');
    const waiting = await this.uploads.firstOfEach();
    if (this.nextOf(waiting)) await this.importWaiting();
    return waiting.length > 0 ? PENDING_MS : IDLE_MS;
  }

  /** Imports the waiting feeds, after another process that does so has ended. */
  private async importWaiting(): Promise<void> {
    const { signal } = this.worker;
    const waiting = { signal, onWait: () => undefined };
    await withSessionLock(this.dataSource, 'sentFeeds', waiting, async (ensureHeld) => {
      for (;;) {
        const feed = this.nextOf(await this.uploads.firstOfEach());
        if (!feed || signal.aborted) return;
        await ensureHeld();
        await this.importOne(feed, signal);
      }
    });
  }

  /** The next feed of the owner that was served longest ago. */
  private nextOf(feeds: readonly WaitingFeed[]): WaitingFeed | undefined {
    const now = performance.now();
    const ready = feeds.filter(({ runID }) => (this.notBefore.get(runID) ?? 0) <= now);
    return this.owners.inOrder(ready, ({ owner }) => owner)[0];
  }

  private async importOne(feed: WaitingFeed, signal: AbortSignal): Promise<void> {
    const { runID, owner, attempts } = feed;
    this.owners.serve(owner);
    try {
      if (attempts >= MOST_ATTEMPTS) await this.importer.giveUp(feed, 'the import was interrupted too often');
      else {
        await this.uploads.start(feed);
        await this.importer.import(feed, this.uploads, signal);
      }
      this.notBefore.delete(runID);
      await this.uploads.prune();
    } catch (error) {
      if (signal.aborted) return;
      countNotImported();
      this.notBefore.set(runID, performance.now() + pauseMs(attempts + 1));
      this.logger.warn(`Feed ${runID} is tried again: ${faultLine(error) ?? String(error)}`);
    }
  }
}
