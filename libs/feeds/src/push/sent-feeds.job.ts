import { reportPrune } from '@app/config';
import { Turns, type Owner } from '@app/fairness';
import { faultLine, Worker } from '@app/process';
import { withSessionLock } from '@app/sql';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pauseMs } from '../inbox/inbox-item.js';
import { countNotImported } from '../intake/feed-report.js';
import { FeedUploadsRepository, type WaitingFeed } from './feed-uploads.repository.js';
import { SentFeedImporter } from './sent-feed.importer.js';

/** Work that is done in turns: between two steps it gives way when its turn is over, and goes on in the next one. */
export class WorkInTurns {
  private overAt = 0;
  private done: Promise<boolean> | undefined;
  private pause = (): void => undefined;
  private resume = (): void => undefined;

  /** @param signal ends the work, also while it waits for its turn */
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
    // When the work is ended between two turns, nobody waits for it.
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

/** What another process has left is found this often; what this one receives, at once. */
const IDLE_MS = 60_000;
/** While a feed waits to be tried again. */
const PENDING_MS = 1_000;
/** At the end of the process the batch that is being written has so long. */
const END_MS = 6_000;
/** An import that was begun so often ends the process, or fails for a reason that stays. */
const MOST_ATTEMPTS = 20;

/** An import gives way after so long. */
const TURN_MS = 2_000;
/** A dry run comes behind the feeds of owners that were served so much later. */
const DRY_RUN_BEHIND_MS = 30_000;

/** A dry run holds locks while it is interrupted, so it ends, and begins again at its next turn. */
class GaveWay extends Error {}

/**
 * Imports the feeds of the queue, when no other process does. The owners take turns, and within an owner its accounts;
 * the feeds of an account are imported in their order.
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
  /** The imports that have begun, by run. */
  private readonly begun = new Map<number, WorkInTurns>();
  /** When a run that has failed is tried again, by `performance.now()`. */
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

  /** What is interrupted goes on in another process, or when this one starts again. */
  async onModuleDestroy(): Promise<void> {
    await this.worker.end(END_MS);
  }

  /** Looks for waiting feeds now. */
  wake(): void {
    this.worker.wake();
  }

  /** Imports what waits. @returns when to look again, in ms */
  private async round(): Promise<number> {
    await this.uploads.prune();
    reportPrune('feed_uploads');
    const waiting = await this.uploads.firstOfEach();
    if (this.nextOf(waiting)) await this.importWaiting();
    return waiting.length > 0 ? PENDING_MS : IDLE_MS;
  }

  /** Imports what waits; another process that does so is waited for. */
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

  /** The next feed of the owner that was served longest ago. */
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

  /** Undefined where the feed is given up. */
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
