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

/** Runs work in turns: after a turn, the work pauses between two steps until its next turn. */
export class WorkInTurns {
  private overAt = 0;
  private done: Promise<boolean> | undefined;
  private pause = (): void => undefined;
  private resume = (): void => undefined;

  /** @param signal ends the work, also between two turns */
  constructor(
    private readonly work: (giveWay: () => Promise<void>) => Promise<void>,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => this.resume(), { once: true });
  }

  /** Works for a turn. @returns whether the work has ended @throws what the work throws */
  turn(ms: number): Promise<boolean> {
    this.overAt = performance.now() + ms;
    const paused = new Promise<boolean>((resolve) => (this.pause = () => resolve(false)));
    this.resume();
    this.done ??= this.work(() => this.giveWay()).then(() => true);
    // Work that is aborted between two turns has no caller to report to.
    this.done.catch(() => undefined);
    return Promise.race([this.done, paused]);
  }

  get isOver(): boolean {
    return performance.now() >= this.overAt;
  }

  private async giveWay(): Promise<void> {
    this.signal.throwIfAborted();
    if (!this.isOver) return;
    await new Promise<void>((resolve) => {
      this.resume = resolve;
      this.pause();
    });
    this.signal.throwIfAborted();
  }
}

/** The interval for finding feeds received by other processes. A feed received here wakes the job at once. */
const IDLE_MS = 60_000;
/** The pause between two rounds while a feed waits to be tried again. */
const PENDING_MS = 1_000;
/** The time to write the current batch when the process ends. */
const END_MS = 6_000;
/** The maximum number of attempts: an import may crash the process, or fail for a lasting reason. */
const MOST_ATTEMPTS = 20;

/** The duration of an import's turn. */
const TURN_MS = 2_000;
/** The longest time that a dry run waits for the feeds of other owners. */
const DRY_RUN_BEHIND_MS = 30_000;

/** Ends a dry run at the end of its turn, because it holds locks. It starts again in its next turn. */
class GaveWay extends Error {}

/**
 * Imports the feeds of the queue, in one process at a time. Owners take turns, and so do the accounts of an owner. The
 * feeds of an account are imported in order.
 */
@Injectable()
export class SentFeedsJob implements OnModuleDestroy {
  private readonly logger = new Logger(SentFeedsJob.name);
  private readonly worker = new Worker(() => this.round(), {
    restMs: PENDING_MS,
    fault: { subject: 'Feeds wait', warn: (line) => this.logger.warn(line) },
  });
  private readonly owners = new Turns<Owner>();
  private readonly accounts = new Turns<number | null>();
  /** Imports in progress, by run. */
  private readonly begun = new Map<number, WorkInTurns>();
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
      const lost = new AbortController();
      try {
        for (;;) {
          const feed = this.nextOf(await this.uploads.firstOfEach());
          if (!feed || signal.aborted) return;
          await ensureHeld();
          await this.importOne(feed, AbortSignal.any([signal, lost.signal]));
        }
      } finally {
        // Another process begins them again.
        lost.abort();
        this.begun.clear();
      }
    });
  }

  /** The next feed of the least recently served owner. */
  private nextOf(feeds: readonly WaitingFeed[]): WaitingFeed | undefined {
    const now = performance.now();
    const turn = ({ owner, isDryRun }: WaitingFeed) => this.owners.lastOf(owner) + (isDryRun ? DRY_RUN_BEHIND_MS : 0);
    const turnWithin = ({ websiteID }: WaitingFeed) => this.accounts.lastOf(websiteID);
    const ready = feeds.filter(({ runID }) => (this.notBefore.get(runID) ?? 0) <= now);
    return ready.toSorted(
      (one, other) => turn(one) - turn(other) || turnWithin(one) - turnWithin(other) || one.runID - other.runID,
    )[0];
  }

  /** Imports a feed for a turn. */
  private async importOne(feed: WaitingFeed, signal: AbortSignal): Promise<void> {
    const { runID, owner, websiteID } = feed;
    this.owners.serve(owner);
    this.accounts.serve(websiteID);
    try {
      const work = this.begun.get(runID) ?? (await this.begin(feed, signal));
      if (!((await work?.turn(TURN_MS)) ?? true)) return;
      this.begun.delete(runID);
      this.notBefore.delete(runID);
      await this.uploads.prune();
    } catch (error) {
      this.begun.delete(runID);
      if (signal.aborted || error instanceof GaveWay) return;
      countNotImported();
      this.notBefore.set(feed.runID, performance.now() + pauseMs(feed.attempts + 1));
      this.logger.warn(`Feed ${feed.runID} is tried again: ${faultLine(error) ?? String(error)}`);
    }
  }

  /** Undefined if the feed is given up. */
  private async begin(feed: WaitingFeed, signal: AbortSignal): Promise<WorkInTurns | undefined> {
    if (feed.attempts >= MOST_ATTEMPTS) {
      await this.importer.giveUp(feed, 'the import was interrupted too often');
      return undefined;
    }
    await this.uploads.start(feed);
    const work: WorkInTurns = new WorkInTurns((pause) => {
      const giveWay = feed.isDryRun ? () => this.endFor(feed, work) : pause;
      return this.importer.import(feed, this.uploads, { signal, giveWay });
    }, signal);
    this.begun.set(feed.runID, work);
    return work;
  }

  /** @throws GaveWay when the turn of a dry run is over, and a feed of another owner waits */
  private async endFor({ owner }: WaitingFeed, work: WorkInTurns): Promise<void> {
    if (!work.isOver) return;
    const waiting = await this.uploads.firstOfEach();
    if (this.nextOf(waiting.filter((feed) => feed.owner !== owner && !feed.isDryRun))) throw new GaveWay();
  }
}
