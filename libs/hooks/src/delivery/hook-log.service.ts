import { ChangesService, LogHistoryRepository } from '@app/changes';
import { Problem } from '@app/http';
import { ALL, type LogOffset, type SafeHorizon } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { happeningsOf, HOOKED, HookMessages, type Addressee, type Message } from '../messages/hook-messages.service.js';

/** An endpoint has no more messages in memory. */
const MOST_AT_ONCE = 20;

/** What comes after a place in the log, for one endpoint. */
export interface HookPage {
  readonly messages: readonly Message[];
  /** Up to where it was read. */
  readonly place: LogOffset;
  /** Whether more may come before the end of the log. */
  readonly hasNext: boolean;
}

/** Reads from the log what endpoints are sent, as the feed of changes reads it. */
@Injectable()
export class HookLog {
  constructor(
    private readonly feed: ChangesService,
    private readonly messages: HookMessages,
    private readonly history: LogHistoryRepository,
  ) {}

  /** The first messages after a place. What cannot be told any more is one message that says so. @param at the time of that one */
  async read(to: Addressee, stored: LogOffset, end: SafeHorizon, at: Date): Promise<HookPage> {
    const place = await this.renamed(stored, end);
    // An endpoint that was made while an older transaction is open: up to there the log tells nothing yet.
    if (place.log === end.log && place.xid > end.xid) return { messages: [], place, hasNext: false };
    return (place.log === end.log && (await this.find(to, place, end))) || this.resync(to, place, end, at);
  }

  /** A stored place, in the log as it is called now: after a planned switch-over the promoted server goes on with it. */
  private async renamed(place: LogOffset, { log }: SafeHorizon): Promise<LogOffset> {
    return place.log !== log && (await this.history.succeeds(place.log)) ? { ...place, log } : place;
  }

  /** @returns undefined when it cannot be told any more */
  private async find(to: Addressee, from: LogOffset, end: SafeHorizon): Promise<HookPage | undefined> {
    const filter = { resources: HOOKED, websiteID: to.websiteID, asRecorded: true };
    try {
      const { entries, place, hasNext } = await this.feed.part(from, filter, MOST_AT_ONCE, end);
      const happenings = happeningsOf(entries);
      // The rest of the last thing may be on the next page.
      if (hasNext && happenings.length > 1) happenings.pop();
      const messages = await this.messages.of(place.log, to, happenings);
      const last = happenings.at(-1)?.at(-1);
      const { xid, id, listing } = hasNext && last ? last : place;
      return { messages, place: { log: place.log, xid, id, listing }, hasNext };
    } catch (error) {
      if (error instanceof Problem && error.code === 'CURSOR_EXPIRED') return undefined;
      throw error;
    }
  }

  private resync(to: Addressee, former: LogOffset, end: SafeHorizon, at: Date): HookPage {
    const place = { log: end.log, xid: end.xid, id: ALL, listing: ALL };
    return { messages: [this.messages.resync(to, former, place, at)], place, hasNext: false };
  }
}
