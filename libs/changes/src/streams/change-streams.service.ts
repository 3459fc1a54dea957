import { setTimeout as sleep } from 'node:timers/promises';
import { SETTINGS, type Settings } from '@app/config';
import { AuthService, type Caller } from '@app/auth';
import { ConcurrencyLimit } from '@app/fairness';
import { Worker } from '@app/process';
import { logFailure, ownerOf, problems, whenClosed } from '@app/http';
import { SnapshotClock, type LogPosition, type SafeHorizon, cursorOf, type LogOffset } from '@app/cache';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { ChangeStream, eventsOf } from './change-stream.js';
import { ChangesService, type FeedPage } from '../changes.service.js';
import type { ChangesRequest } from '../dto/changes.query.js';

type Read = (place: LogOffset, query: ChangesRequest, end: SafeHorizon) => Promise<FeedPage>;

/** Maximum number of pages read concurrently; the other connections are left to requests. */
const MOST_AT_ONCE = 2;

/** Reads pages for streams, few at a time. Streams with equal queries at the same offset share a page. */
class SharedPages {
  private readonly underway = new Map<string, Promise<FeedPage>>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(private readonly load: Read) {}

  /** The page after an offset. It may be slightly old; the next page contains later changes. */
  read(place: LogOffset, query: ChangesRequest, end: SafeHorizon): Promise<FeedPage> {
    const key = JSON.stringify([cursorOf(place), query]);
    const known = this.underway.get(key);
    if (known) return known;
    const page = this.inTurn(() => this.load(place, query, end)).finally(() => this.underway.delete(key));
    this.underway.set(key, page);
    return page;
  }

  private async inTurn(work: () => Promise<FeedPage>): Promise<FeedPage> {
    if (this.running < MOST_AT_ONCE) this.running += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

/**
 * Maximum number of streams of a process; of a main account with its sub-accounts; and the number reserved for the
 * operator.
 */
const MOST_STREAMS = 1_000;
const MOST_OF_ONE = 100;
const FOR_OPERATOR = 100;
/** Maximum number of unsent bytes of all streams; beyond it, streams that are behind wait. */
const MOST_WAITING = 64 * 1024 * 1024;

/**
 * The event streams of a process (B10). Once a second, one statement checks for changes on behalf of all streams;
 * streams with equal queries then share a page.
 */
@Injectable()
export class ChangeStreams implements OnApplicationBootstrap, OnModuleDestroy {
  /** The interval between two checks. */
  tickMs = 1_000;
  private readonly logger = new Logger(ChangeStreams.name);
  private readonly worker = new Worker(() => this.round(), {
    restMs: () => this.tickMs,
    fault: { subject: 'Event streams wait', warn: (line) => this.logger.warn(line) },
  });
  private readonly streams = new Set<ChangeStream>();
  private readonly limit = new ConcurrencyLimit({
    total: MOST_STREAMS,
    perAccount: MOST_OF_ONE,
    forOperator: FOR_OPERATOR,
  });
  private readonly pages = new SharedPages((place, query, end) => this.feed.read(place, query, end));
  private isEnding = false;
  /** The position up to which credentials were checked. */
  private checked: LogPosition | undefined;

  constructor(
    private readonly feed: ChangesService,
    private readonly clock: SnapshotClock,
    private readonly auth: AuthService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The number of open streams. */
  get count(): number {
    return this.streams.size;
  }

  onApplicationBootstrap(): void {
    void this.worker.start();
  }

  /** Ends all streams before the server closes; clients reconnect to another instance. */
  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    for (const stream of this.streams) stream.end();
    await this.worker.end(0);
  }

  /** Opens a stream. @throws INVALID_CURSOR, CURSOR_EXPIRED, TOO_MANY_STREAMS, UNAVAILABLE */
  async open(response: Response, caller: Caller, query: ChangesRequest, end: SafeHorizon): Promise<void> {
    const last = response.req.get('Last-Event-ID');
    const [cursor, parameter] = last ? [last, 'Last-Event-ID'] : [query.since, 'since'];
    const place = await this.feed.begin(cursor, parameter, end);
    const stream = new ChangeStream(response, caller, query, place, this.settings.exportStallSeconds);
    this.admit(stream);
    // The client may have left during authentication.
    whenClosed(response, () => this.drop(stream));
    try {
      // Read before the head is sent, so that an expired cursor gets a problem response.
      const page = await this.pages.read(place, last ? { ...query, since: last } : query, end);
      stream.begin();
      stream.send(eventsOf(page.items), page.place);
      if (page.hasNext) void this.catchUp(stream, end, true);
      else stream.isLive = true;
    } catch (error) {
      this.drop(stream);
      throw error;
    }
  }

  /** @throws TOO_MANY_STREAMS, UNAVAILABLE */
  private admit(stream: ChangeStream): void {
    if (this.isEnding) throw problems.unavailable(new Error('The process is shutting down'));
    const owner = ownerOf(stream.request);
    if (this.limit.isExhausted(owner)) throw problems.tooManyStreams(MOST_OF_ONE);
    if (!this.limit.tryAcquire(owner)) throw problems.unavailable(new Error('Too many streams are open'));
    this.streams.add(stream);
  }

  private drop(stream: ChangeStream): void {
    if (this.streams.delete(stream)) this.limit.release(ownerOf(stream.request));
  }

  /**
   * Sends the changes up to an end, page by page, as fast as the client reads. @param isBehind whether it lags by more
   * than a page
   */
  private async catchUp(stream: ChangeStream, end: SafeHorizon, isBehind: boolean): Promise<void> {
    stream.isLive = false;
    try {
      for (let hasNext = true; hasNext && stream.isOpen; isBehind = hasNext) {
        await stream.taken();
        if (isBehind) await this.roomFor(stream);
        const page = await this.pages.read(stream.place, { ...stream.query, since: '' }, end);
        stream.send(eventsOf(page.items), page.place);
        ({ hasNext } = page);
      }
      stream.isLive = true;
    } catch (error) {
      // The client reconnects and then gets the problem.
      logFailure(stream.request, error);
      stream.end();
    }
  }

  /** Waits until all streams together have fewer unsent bytes. */
  private async roomFor(stream: ChangeStream): Promise<void> {
    const waiting = () => [...this.streams].reduce((sum, one) => sum + one.waiting, 0);
    while (stream.isOpen && waiting() > MOST_WAITING) await sleep(this.tickMs);
  }

  private async round(): Promise<void> {
    if (this.streams.size === 0) return void (this.checked = undefined);
    try {
      const at = await this.clock.now();
      await this.check(at);
      this.notify(at.end);
    } finally {
      const now = performance.now();
      for (const stream of this.streams) stream.keep(now);
    }
  }

  /** Ends streams whose credentials were changed or have expired. */
  private async check(at: LogPosition): Promise<void> {
    const since = this.checked;
    const { ring } = this.clock;
    const isKnown = since !== undefined && since.epoch === at.epoch && ring.reaches(since.position);
    const mayHaveChanged = ({ caller }: ChangeStream): boolean => {
      if (caller.credential === undefined) return false;
      if (!isKnown) return true;
      if (caller.role === 'operator') {
        return ring.some('credential', since.position, ({ websiteID }) => websiteID === null);
      }
      if ((caller.validUntil ?? Infinity) <= performance.now()) return true;
      const isOwn = ({ websiteID }: { websiteID: number | null }) =>
        websiteID === null || websiteID === caller.websiteID;
      return ring.some('credential', since.position, isOwn) || ring.some('account', since.position, isOwn);
    };
    const open = [...this.streams].filter((stream) => mayHaveChanged(stream));
    const checks = open.map(async (stream) => {
      const caller = await this.auth.authenticateAgain(stream.request);
      if (caller) stream.caller = caller;
      else stream.end();
    });
    await Promise.all(checks);
    this.checked = at;
  }

  /** Sends new changes to live streams, and ends streams with an offset of another log, which cannot be compared. */
  private notify(end: SafeHorizon): void {
    for (const stream of this.streams) {
      if (stream.place.log !== end.log) stream.end();
      else if (stream.isLive && stream.place.xid < end.xid) void this.catchUp(stream, end, false);
    }
  }
}
