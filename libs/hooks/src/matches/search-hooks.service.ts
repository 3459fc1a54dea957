import { SETTINGS, type Settings } from '@app/config';
import { increment } from '@app/metrics';
import { cursorOf, offsetAfter, offsetOf, SnapshotClock, type LogOffset } from '@app/cache';
import { Turns, type Owner } from '@app/fairness';
import { faultLine, Worker } from '@app/process';
import { NewMatchesReader, SearchRekeying, type ChangeBatch } from '@app/searches';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HookClock } from '../delivery/hook-clock.js';
import { isAfter } from './matches-body.js';
import { LeaseLost, MatchTeller, type Telling } from './match-teller.service.js';
import { SearchHooksRepository, type MatchProgress } from './search-hooks.repository.js';

/** Maximum number of changes per batch. */
const MOST_CHANGES = 200;
/** The number of failures after which a single change is skipped. */
const MOST_FAILURES = 3;
/** Any single change has fewer entries in the log. */
const LEAST_READ = 10;
/** Maximum time for a batch at shutdown. */
const END_MS = 3_000;

/** The batch size and failures of a reader after failed batches. */
interface Patience {
  readonly limit: number;
  readonly failures: number;
}

const USUAL: Patience = { limit: MOST_CHANGES, failures: 0 };

/**
 * Sends the matches of saved searches to hooks (B71, ADR 40), in separate workers, so that no other message waits. An
 * owner with many possibly matching searches is processed separately, so that no other owner waits. Only one process at
 * a time does this.
 */
@Injectable()
export class SearchHooks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SearchHooks.name);
  /** Processes all owners that are not processed separately. */
  readonly worker = this.workerOf(() => this.round());
  /** Processes the other owners, one batch per owner in turn. */
  readonly apart = this.workerOf(() => this.roundApart());
  private readonly turns = new Turns<Owner>();
  private readonly patience = new Map<Owner, Patience>();
  /** The end of the log that was processed. */
  private done = '';
  private progress: MatchProgress | undefined;
  private hasApart = false;

  constructor(
    private readonly matches: NewMatchesReader,
    private readonly teller: MatchTeller,
    private readonly rekeying: SearchRekeying,
    private readonly store: SearchHooksRepository,
    private readonly snapshots: SnapshotClock,
    private readonly clock: HookClock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.hooks !== 'on') return;
    void this.worker.start();
    void this.apart.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.worker.end(END_MS), this.apart.end(END_MS)]);
    if (this.progress) await this.store.release(this.teller.process).catch(() => undefined);
  }

  /** Reads new changes up to the end of the log. @returns the pause before the next round */
  private async round(): Promise<number | undefined> {
    const { end } = await this.snapshots.now();
    const name = `${end.log} ${end.xid}`;
    if (this.done === name && !this.hasApart) return undefined;
    this.progress = await this.store.lease(this.teller.process, cursorOf(offsetAfter(end)));
    if (!this.progress) return undefined;
    while (await this.rekeying.some());
    const { front, apart, listeners } = this.progress;
    this.hasApart = apart.length > 0;
    const others = listeners.filter(({ owner }) => apart.every((reader) => reader.owner !== owner));
    if (await this.tellNext({ reader: front, listeners: others, end })) return 0;
    this.done = name;
    return undefined;
  }

  /**
   * Reads a batch for the owner whose turn it is, up to the position of the others. @returns the pause before the next
   * round
   */
  private async roundApart(): Promise<number | undefined> {
    if (!this.progress || !this.hasApart) return undefined;
    const { listeners } = this.progress;
    const { front, apart } = await this.store.readers();
    const behind = apart.filter(({ cursor }) => cursor !== front.cursor);
    const [reader] = this.turns.inOrder(behind, ({ owner }) => owner);
    const until = offsetOf(front.cursor);
    const { end } = await this.snapshots.now();
    if (!reader || until?.log !== end.log) return undefined;
    this.turns.serve(reader.owner);
    const own = listeners.filter(({ owner }) => owner === reader.owner);
    await this.tellNext({ reader, listeners: own, end: { ...end, xid: until.xid } }, until);
    return 0;
  }

  /**
   * @param until the position of the others, which must not be passed @returns whether there may be more changes now
   */
  private async tellNext({ reader, listeners, end }: Omit<Telling, 'batch'>, until?: LogOffset): Promise<boolean> {
    const patience = this.patience.get(reader.owner) ?? USUAL;
    const limit = reader.batch ?? patience.limit;
    const read = await this.matches.next(reader.cursor, end, Math.max(LEAST_READ, limit));
    const batch = firstOf(until ? upTo(read, until) : read, limit);
    const telling = { reader, listeners, end, batch };
    try {
      if (listeners.length > 0 && (await this.teller.tell(telling)).length > 0) this.hasApart = true;
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      const isLeftOut = this.setAside(telling, error);
      await this.store.begin(this.teller.process, reader.owner, null);
      if (isLeftOut) await this.teller.move(telling);
      return true;
    }
    this.patience.delete(reader.owner);
    await this.teller.move(telling);
    return batch.hasNext;
  }

  /**
   * Halves a batch that failed. @returns whether the batch is a single change that fails repeatedly and is skipped
   * @throws errors that affect all batches
   */
  private setAside({ reader: { owner }, batch: { changes } }: Telling, error: unknown): boolean {
    // An outage is not caused by a change.
    if (changes.length === 0 || faultLine(error) !== undefined || this.worker.signal.aborted) throw error;
    const { failures } = this.patience.get(owner) ?? USUAL;
    if (changes.length > 1) {
      this.patience.set(owner, { limit: Math.floor(changes.length / 2), failures: 0 });
      return false;
    }
    this.patience.set(owner, { limit: 1, failures: failures + 1 });
    if (failures + 1 < MOST_FAILURES) throw error;
    this.patience.delete(owner);
    increment('search_matches_total', { outcome: 'failed' });
    this.logger.warn(`Saved searches skip a change of listing ${changes[0]?.listingID}: ${String(error)}`);
    return true;
  }

  private workerOf(round: () => Promise<number | undefined>): Worker {
    const fault = { subject: 'Matches of saved searches wait', warn: (line: string) => this.logger.warn(line) };
    return new Worker(round, { restMs: () => this.clock.tickMs, fault });
  }
}

/** The first changes of a batch. */
function firstOf({ changes, place, hasNext }: ChangeBatch, count: number): ChangeBatch {
  const last = changes[count - 1]?.group.at(-1);
  if (changes.length <= count || !last) return { changes, place, hasNext };
  const { xid, id, listing } = last;
  return { changes: changes.slice(0, count), place: { ...place, xid, id, listing }, hasNext: true };
}

/** The changes up to an offset; the new offset is that offset, unless there are more changes before it. */
function upTo({ changes, place, hasNext }: ChangeBatch, until: LogOffset): ChangeBatch {
  const within = changes.filter(({ group }) => !isAfter(group.at(-1) ?? group[0], until));
  if (hasNext && within.length === changes.length) return { changes, place, hasNext };
  return { changes: within, place: until, hasNext: false };
}
