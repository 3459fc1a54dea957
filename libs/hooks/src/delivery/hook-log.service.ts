import { ChangesService, LogHistoryRepository, wholeGroups } from '@app/changes';
import { Problem } from '@app/http';
import { ALL, type LogOffset, type SafeHorizon } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { HOOK_RESOURCES, HookMessages, type HookRecipient, type Message } from '../messages/hook-messages.service.js';

/** Maximum number of an endpoint's messages in memory. */
const MOST_AT_ONCE = 20;

/** The messages of one endpoint after an offset of the log. */
export interface HookPage {
  readonly messages: readonly Message[];
  /** The log was read up to this offset. */
  readonly place: LogOffset;
  /** Whether more may come before the end of the log. */
  readonly hasNext: boolean;
}

/** Reads the messages of endpoints from the change log, as the change feed reads it. */
@Injectable()
export class HookLog {
  constructor(
    private readonly feed: ChangesService,
    private readonly messages: HookMessages,
    private readonly history: LogHistoryRepository,
  ) {}

  /** The first messages after an offset; a `resync` message if the log no longer has them. @param at its time */
  async read(to: HookRecipient, stored: LogOffset, end: SafeHorizon, at: Date): Promise<HookPage> {
    const place = await this.renamed(stored, end);
    // The endpoint was created while an older transaction is open: the log is not complete up to its offset yet.
    if (place.log === end.log && place.xid > end.xid) return { messages: [], place, hasNext: false };
    return (place.log === end.log && (await this.find(to, place, end))) || this.resync(to, place, end, at);
  }

  /** A stored offset with the present name of the log: after a planned switch-over the promoted server continues it. */
  private async renamed(place: LogOffset, { log }: SafeHorizon): Promise<LogOffset> {
    return place.log !== log && (await this.history.succeeds(place.log)) ? { ...place, log } : place;
  }

  /** @returns undefined when the log no longer has the changes */
  private async find(to: HookRecipient, from: LogOffset, end: SafeHorizon): Promise<HookPage | undefined> {
    const filter = { resources: HOOK_RESOURCES, websiteID: to.websiteID, asRecorded: true };
    try {
      const batch = await this.feed.batch(from, filter, MOST_AT_ONCE, end);
      const { groups, place } = wholeGroups(batch);
      const { log, xid, id, listing } = place;
      const messages = await this.messages.of(log, to, groups);
      return { messages, place: { log, xid, id, listing }, hasNext: batch.hasNext };
    } catch (error) {
      if (error instanceof Problem && error.code === 'CURSOR_EXPIRED') return undefined;
      throw error;
    }
  }

  private resync(to: HookRecipient, former: LogOffset, end: SafeHorizon, at: Date): HookPage {
    const place = { log: end.log, xid: end.xid, id: ALL, listing: ALL };
    return { messages: [this.messages.resync(to, former, place, at)], place, hasNext: false };
  }
}
