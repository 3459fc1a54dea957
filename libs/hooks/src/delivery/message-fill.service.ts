import { ChangesService, LogHistoryRepository, wholeGroups } from '@app/changes';
import { Problem } from '@app/http';
import {
  ALL,
  offsetAfter,
  PgSnapshot,
  SnapshotClock,
  type LogOffset,
  type LogPosition,
  type SafeHorizon,
} from '@app/cache';
import { Injectable } from '@nestjs/common';
import { HOOK_RESOURCES, HookMessages, type Message } from '../messages/hook-messages.service.js';
import { MOST_READ } from './endpoint-state.js';
import { MessageFillRepository, type FillGroup } from './message-fill.repository.js';

/** How long a round reads the log. */
const ROUND_MS = 500;

type MessageTo = Message & { readonly hookId: number };

/** Creates the messages of endpoints from the change log. */
@Injectable()
export class MessageFill {
  private seen: LogPosition | undefined;
  /** Changed accounts with the last transaction of each, until readers of the log see it. */
  private readonly changed = new Map<number, number>();
  /** Any account may have changed in a transaction before this one; undefined: all changes are known. */
  private unknownBefore: number | undefined;

  constructor(
    private readonly clock: SnapshotClock,
    private readonly fills: MessageFillRepository,
    private readonly feed: ChangesService,
    private readonly history: LogHistoryRepository,
    private readonly messages: HookMessages,
  ) {}

  /** Stores new messages. @returns whether there may be more */
  async fill(at: LogPosition, now: Date): Promise<boolean> {
    this.follow(at);
    if (this.unknownBefore !== undefined) {
      await this.advance(at);
      if (oldestOf(at) >= this.unknownBefore) this.unknownBefore = undefined;
    }
    const accounts = [...this.changed].flatMap(([account, xid]) => (xid <= at.end.xid ? account : []));
    if (accounts.length > 0) await this.fills.mark(accounts, at.end);
    for (const account of accounts) this.changed.delete(account);
    const until = performance.now() + ROUND_MS;
    let hasMore = false;
    for (const group of await this.fills.groups()) {
      if (performance.now() > until) return true;
      hasMore = (await this.fillGroup(group, at.end, now)) || hasMore;
    }
    return hasMore;
  }

  /** Moves the cursors of endpoints without changes, and finds missed changes. */
  async advance({ end }: LogPosition): Promise<void> {
    await this.fills.advance(end, offsetAfter(end));
  }

  /** Collects the changed accounts. */
  private follow(at: LogPosition): void {
    const { seen } = this;
    const { ring } = this.clock;
    this.seen = at;
    if (seen?.epoch !== at.epoch || !ring.reaches(seen.position)) {
      this.unknownBefore = snapshotOf(at).end;
      return;
    }
    for (const resource of HOOK_RESOURCES) {
      for (const { xid, websiteID, formerWebsiteID, id } of ring.since(resource, seen.position)) {
        if (id === null) this.unknownBefore = snapshotOf(at).end;
        for (const account of [websiteID, formerWebsiteID])
          if (account !== null) this.changed.set(account, Math.max(xid, this.changed.get(account) ?? 0));
      }
    }
  }

  private async fillGroup(group: FillGroup, end: SafeHorizon, now: Date): Promise<boolean> {
    const { cursor } = group;
    const isOfLog = cursor.log === end.log || (await this.history.succeeds(cursor.log));
    // After a planned switch-over, the promoted server continues the log.
    const place = isOfLog ? { ...cursor, log: end.log } : cursor;
    // The endpoint was created while an older transaction is open, so the log is not yet complete up to its offset.
    if (place.log === end.log && place.xid > end.xid) return false;
    const read = (place.log === end.log && (await this.read(group, place, end))) || this.resync(group, place, end, now);
    await this.fills.store(group, read.messages, read.place, { hasMore: read.hasMore, now });
    return read.hasMore;
  }

  /** @returns undefined if the log no longer contains the changes */
  private async read({ websiteID, endpoints }: FillGroup, from: LogOffset, end: SafeHorizon) {
    const filter = { resources: HOOK_RESOURCES, websiteID, asRecorded: true };
    try {
      const batch = await this.feed.batch(from, filter, MOST_READ, end);
      const { groups, place } = wholeGroups(batch);
      const told = await this.messages.contentsOf(websiteID, groups);
      const messages = endpoints.flatMap((to) =>
        told.flatMap((change): MessageTo[] => {
          const message = this.messages.messageOf(end.log, to, change);
          return message ? [{ ...message, hookId: to.id }] : [];
        }),
      );
      return { messages, place, hasMore: batch.hasNext };
    } catch (error) {
      if (error instanceof Problem && error.code === 'CURSOR_EXPIRED') return undefined;
      throw error;
    }
  }

  private resync({ endpoints }: FillGroup, former: LogOffset, end: SafeHorizon, at: Date) {
    const place = { log: end.log, xid: end.xid, id: ALL, listing: ALL };
    const messages = endpoints.map((to): MessageTo => ({ ...this.messages.resync(to, former, at), hookId: to.id }));
    return { messages, place, hasMore: false };
  }
}

const snapshotOf = ({ snapshot }: LogPosition): PgSnapshot => new PgSnapshot(snapshot.split(' ')[0] ?? '');

const oldestOf = (at: LogPosition): number => snapshotOf(at).oldest;
