import { randomUUID } from 'node:crypto';
import { increment, SETTINGS, type Settings } from '@app/config';
import { cursorOf, offsetAfter, SnapshotClock, type LogPosition } from '@app/cache';
import { faultLine, Worker } from '@app/process';
import {
  NewMatchesReader,
  SearchRekeying,
  SearchesRepository,
  type ChangeBatch,
  type GroupMatches,
} from '@app/searches';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HookClock } from '../delivery/hook-clock.js';
import { matchesMessages, type AccountMatches } from './matches-body.js';
import { SearchHooksRepository, type MatchProgress } from './search-hooks.repository.js';

/** A batch has at most so many changes. */
const MOST_CHANGES = 200;
/** The searches of a transaction. */
const MOST_SEARCHES = 1_000;
/** A change that fails so often alone is left out. */
const MOST_FAILURES = 3;
/** A change has fewer entries in the log: of so many, one change is whole. */
const LEAST_READ = 10;
/** A lease is renewed after this time. */
const RENEWED_MS = 1_000;
/** How long a batch may take at shutdown. */
const END_MS = 3_000;

/** The last search that was told of, and the number of messages before. */
interface ToldPlace {
  readonly after: number;
  readonly before: number;
}

class LeaseLost extends Error {}

/**
 * Tells hooks of what saved searches match (B71, ADR 54): a worker of its own, so that no other message waits for it. Of
 * several processes one does it.
 */
@Injectable()
export class SearchHooks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SearchHooks.name);
  readonly worker = new Worker(() => this.round(), {
    restMs: () => this.clock.tickMs,
    fault: { subject: 'Matches of saved searches wait', warn: (line) => this.logger.warn(line) },
  });
  private readonly process = randomUUID();
  /** The end of the log that was read. */
  private done = '';
  /** The cursor of the end of the log. */
  private end = '';
  private leasedAt = -Infinity;
  private limit = MOST_CHANGES;
  private failures = 0;

  constructor(
    private readonly matches: NewMatchesReader,
    private readonly searches: SearchesRepository,
    private readonly rekeying: SearchRekeying,
    private readonly store: SearchHooksRepository,
    private readonly snapshots: SnapshotClock,
    private readonly clock: HookClock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.hooks === 'on') void this.worker.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.end(END_MS);
    if (this.done) await this.store.release(this.process).catch(() => undefined);
  }

  /** Reads new changes to the end of the log. @returns the rest after it */
  private async round(): Promise<number | undefined> {
    const at = await this.snapshots.now();
    const end = `${at.end.log} ${at.end.xid}`;
    if (this.done === end) return undefined;
    this.end = cursorOf(offsetAfter(at.end));
    const progress = await this.store.lease(this.process, this.end);
    if (!progress) return undefined;
    while (await this.rekeying.some());
    if (progress.websiteIDs.length > 0 && (await this.tellNext(progress, at))) return 0;
    this.done = end;
    return undefined;
  }

  /** @returns whether there may be more changes now */
  private async tellNext(progress: MatchProgress, at: LogPosition): Promise<boolean> {
    const limit = progress.batch ?? this.limit;
    const batch = firstOf(await this.matches.next(progress.cursor, at.end, Math.max(LEAST_READ, limit)), limit);
    try {
      await this.tell(batch, progress.websiteIDs, at);
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      const isLeftOut = this.setAside(batch, error);
      await this.store.begin(this.process, null);
      if (isLeftOut) await this.store.move(this.process, cursorOf(batch.place));
      return true;
    }
    [this.limit, this.failures] = [Math.min(MOST_CHANGES, this.limit * 2), 0];
    const cursor = cursorOf(batch.place);
    if (cursor !== progress.cursor) await this.store.move(this.process, cursor);
    return batch.hasNext;
  }

  /**
   * Halves the batch that has failed. @returns whether it is left out: it is one change, and fails again and again
   * @throws what keeps all of them from being told
   */
  private setAside({ changes }: ChangeBatch, error: unknown): boolean {
    // An outage, which no change has caused.
    if (changes.length === 0 || faultLine(error) !== undefined || this.worker.signal.aborted) throw error;
    if (changes.length > 1) {
      this.limit = Math.max(1, Math.floor(changes.length / 2));
      return false;
    }
    this.failures += 1;
    if (this.failures < MOST_FAILURES) throw error;
    this.failures = 0;
    increment('search_matches_total', { outcome: 'failed' });
    this.logger.warn(`Saved searches are not told of a change of listing ${changes[0]?.listingID}: ${String(error)}`);
    return true;
  }

  /** Stores messages about a batch, account by account. A batch that is interrupted is told again, with the same ids. */
  private async tell({ changes }: ChangeBatch, websiteIDs: readonly number[], { end }: LogPosition): Promise<void> {
    const matches = await this.matches.find(changes, websiteIDs, () => this.keepLease());
    if (matches.length === 0) return;
    await this.store.begin(this.process, changes.length);
    const found = new Map<string, GroupMatches[]>();
    for (const one of matches) {
      const { groupKey } = one.group.stored;
      const others = found.get(groupKey);
      if (others) others.push(one);
      else found.set(groupKey, [one]);
    }
    const groupKeys = [...found.keys()];
    for (const websiteID of await this.searches.accountsOf(groupKeys, websiteIDs)) {
      let place: ToldPlace | undefined = { after: 0, before: 0 };
      while (place) place = await this.tellSome({ websiteID, found, log: end.log }, groupKeys, place);
    }
  }

  /** Tells an account of matches of some of its searches. @returns where to go on; undefined: there are no others */
  private async tellSome(
    account: Pick<AccountMatches, 'websiteID' | 'found' | 'log'>,
    groupKeys: readonly string[],
    { after, before }: ToldPlace,
  ): Promise<ToldPlace | undefined> {
    await this.keepLease();
    return await this.store.within(async (executor) => {
      const { websiteID } = account;
      const searches = await this.searches.heldOf(executor, websiteID, { groupKeys, after, limit: MOST_SEARCHES });
      const publicUrl = this.settings.publicUrl ?? '';
      const { messages, more } = await matchesMessages({ ...account, searches, publicUrl, before });
      if (messages.length > 0) {
        const left = await this.store.tell(executor, websiteID, { messages, more, before, now: this.clock.now() });
        const all = messages.reduce((sum, { count }) => sum + count, 0);
        increment('search_matches_total', { outcome: 'made' }, all);
        increment('search_matches_total', { outcome: 'left_out' }, left);
      }
      const last = searches.length === MOST_SEARCHES ? searches.at(-1) : undefined;
      return last && { after: last.id, before: before + messages.length };
    });
  }

  /** @throws LeaseLost */
  private async keepLease(): Promise<void> {
    if (performance.now() - this.leasedAt < RENEWED_MS) return;
    if (!(await this.store.lease(this.process, this.end))) throw new LeaseLost('Another process tells of matches');
    this.leasedAt = performance.now();
  }
}

/** The first changes of a batch. */
function firstOf({ changes, place, hasNext }: ChangeBatch, count: number): ChangeBatch {
  const last = changes[count - 1]?.group.at(-1);
  if (changes.length <= count || !last) return { changes, place, hasNext };
  const { xid, id, listing } = last;
  return { changes: changes.slice(0, count), place: { ...place, xid, id, listing }, hasNext: true };
}
