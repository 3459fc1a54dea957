import { randomUUID } from 'node:crypto';
import { SETTINGS, type Settings } from '@app/config';
import { increment } from '@app/metrics';
import { cursorOf, type SafeHorizon } from '@app/cache';
import { OPERATOR, type Owner } from '@app/fairness';
import { NewMatchesReader, SearchesRepository, type ChangeBatch, type GroupMatches } from '@app/searches';
import { Inject, Injectable } from '@nestjs/common';
import { HookClock } from '../delivery/hook-clock.js';
import { matchesMessages, type AccountMatches } from './matches-body.js';
import { SearchHooksRepository, type Listener, type MatchReader } from './search-hooks.repository.js';

/** The number of searches per statement. */
const MOST_SEARCHES = 1_000;
/** An owner for whom a batch may match more searches is processed separately. */
const MOST_CANDIDATES = 1_500;
/** The time after which a lease is renewed. */
const RENEWED_MS = 1_000;

/** The last search whose matches were sent, and the number of messages before. */
interface ToldPlace {
  readonly after: number;
  readonly before: number;
}

/** Another process has taken over the sending of matches. */
export class LeaseLost extends Error {}

/** A batch of changes, and the accounts to notify. */
export interface Telling {
  readonly reader: MatchReader;
  readonly batch: ChangeBatch;
  readonly listeners: readonly Listener[];
  readonly end: SafeHorizon;
}

/** Stores messages about the matches of changes, while this process holds the lease. */
@Injectable()
export class MatchTeller {
  /** Identifies this process. */
  readonly process = randomUUID();
  private leasedAt = -Infinity;

  constructor(
    private readonly matches: NewMatchesReader,
    private readonly searches: SearchesRepository,
    private readonly store: SearchHooksRepository,
    private readonly clock: HookClock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Stores messages about a batch, account by account. An interrupted batch is repeated with the same message ids.
   * @returns the owners that were left out; they are processed separately, from the reader's cursor on
   * @throws LeaseLost
   */
  async tell({ reader: { owner, cursor }, batch: { changes }, listeners, end }: Telling): Promise<readonly Owner[]> {
    const { matches, owners } = await this.matches.find(changes, {
      websiteIDs: listeners.map(({ websiteID }) => websiteID),
      most: owner === OPERATOR ? MOST_CANDIDATES : null,
      goOn: () => this.keepLease(),
    });
    if (owners.length > 0) await this.store.setApart(this.process, owners, cursor);
    if (matches.length === 0) return owners;
    await this.store.begin(this.process, owner, changes.length);
    const found = new Map<string, GroupMatches[]>();
    for (const one of matches) {
      const { groupKey } = one.group.stored;
      const others = found.get(groupKey);
      if (others) others.push(one);
      else found.set(groupKey, [one]);
    }
    const groupKeys = [...found.keys()];
    const told = listeners.flatMap((one) => (owners.includes(one.owner) ? [] : one.websiteID));
    for (const websiteID of await this.searches.accountsOf(groupKeys, told)) {
      let place: ToldPlace | undefined = { after: 0, before: 0 };
      while (place) place = await this.tellSome({ websiteID, found, log: end.log }, groupKeys, place);
    }
    return owners;
  }

  /** Moves a reader to the end of a batch. */
  async move({ reader, batch }: Pick<Telling, 'reader' | 'batch'>): Promise<void> {
    const cursor = cursorOf(batch.place);
    if (cursor !== reader.cursor) await this.store.move(this.process, reader.owner, cursor);
  }

  /** @throws LeaseLost */
  async keepLease(): Promise<void> {
    if (performance.now() - this.leasedAt < RENEWED_MS) return;
    if (!(await this.store.renew(this.process))) throw new LeaseLost('Another process sends the matches');
    this.leasedAt = performance.now();
  }

  /** Sends an account the matches of some of its searches. @returns where to continue; undefined: all are done */
  private async tellSome(
    account: Pick<AccountMatches, 'websiteID' | 'found' | 'log'>,
    groupKeys: readonly string[],
    { after, before }: ToldPlace,
  ): Promise<ToldPlace | undefined> {
    await this.keepLease();
    const { websiteID } = account;
    const searches = await this.searches.ofGroups(websiteID, { groupKeys, after, limit: MOST_SEARCHES });
    const publicUrl = this.settings.publicUrl ?? '';
    const { messages, more } = await matchesMessages({ ...account, searches, publicUrl, before });
    if (messages.length > 0) {
      const searchIDs = searches.map(({ id }) => id);
      const left = await this.store.tell(websiteID, { searchIDs, messages, more, before, now: this.clock.now() });
      if (left === undefined) return { after, before };
      const all = messages.reduce((sum, { count }) => sum + count, 0);
      increment('search_matches_total', { outcome: 'made' }, all);
      increment('search_matches_total', { outcome: 'left_out' }, left);
    }
    const last = searches.length === MOST_SEARCHES ? searches.at(-1) : undefined;
    return last && { after: last.id, before: before + messages.length };
  }
}
