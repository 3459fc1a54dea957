import { ChangesService } from '@app/changes';
import type { CallingAuthor } from '@app/auth';
import { Problem, problems } from '@app/http';
import { ALL, SnapshotClock, type LogOffset } from '@app/cache';
import { Injectable } from '@nestjs/common';
import type { AcceptedReplay, ReplayHookDto } from './dto/hook.fields.js';
import type { HookPath } from './hooks.repository.js';
import { HooksService, type Counting } from './hooks.service.js';
import { happeningsOf, HOOKED, HookMessages, type Addressee, type Message } from './messages/hook-messages.service.js';

/** What happens to one thing in one transaction has fewer entries. */
const MOST_ENTRIES = 10;

/** Has messages sent again, which it makes again from the log of changes: everything since a time, or one. */
@Injectable()
export class HookReplays {
  constructor(
    private readonly hooks: HooksService,
    private readonly feed: ChangesService,
    private readonly messages: HookMessages,
    private readonly clock: SnapshotClock,
  ) {}

  /** @throws INVALID_BODY, NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS, REPLAY_UNDER_WAY */
  async replay(
    author: CallingAuthor,
    path: HookPath,
    { since, deliveryID }: ReplayHookDto,
    count: Counting,
  ): Promise<AcceptedReplay> {
    if ((since === undefined) === (deliveryID === undefined)) {
      throw problems.invalidBody([{ field: 'since', message: 'must be given, or deliveryID, and not both' }]);
    }
    const { hookID: id, websiteID, triggers } = await this.hooks.counted(author, path, count);
    if (since !== undefined) return this.hooks.replay(author, path, since);
    const message = await this.find({ id, websiteID, triggers }, deliveryID ?? '');
    if (!message) {
      throw problems.invalidBody([
        { field: 'deliveryID', message: 'must be a delivery to this hook that the log of changes still has' },
      ]);
    }
    return this.hooks.redeliver(author, path, message);
  }

  /** The message of a hook with an id; undefined: there is none, or the log has it no longer, or it is not asked for. */
  private async find(hook: Addressee, id: string): Promise<Message | undefined> {
    const first = offsetOf(id);
    const { end } = await this.clock.now();
    if (first?.log !== end.log) return undefined;
    const filter = { resources: HOOKED, websiteID: hook.websiteID };
    const { entries } = await this.feed.part(before(first), filter, MOST_ENTRIES, end).catch(none);
    const [happening] = happeningsOf(entries);
    if (!happening) return undefined;
    const [made] = await this.messages.of(end.log, hook, [happening]);
    // What comes next in the log is another message.
    return made?.id === id ? made : undefined;
  }
}

/** Where the first entry of a message is, by its id; see `messageId`. */
function offsetOf(id: string): LogOffset | undefined {
  const [, log, xid, entry, listing] = /^msg_([\da-f]+)_\d+_(\d{1,15})_(\d{1,15})(?:_(\d{1,10}))?$/.exec(id) ?? [];
  return log === undefined ? undefined : { log, xid: Number(xid), id: Number(entry), listing: Number(listing ?? 0) };
}

const before = ({ listing, ...place }: LogOffset): LogOffset =>
  listing === 0 ? { ...place, id: place.id - 1, listing: ALL } : { ...place, listing: listing - 1 };

/** The log begins behind it. */
function none(error: unknown): { entries: [] } {
  if (error instanceof Problem && error.code === 'CURSOR_EXPIRED') return { entries: [] };
  throw error;
}
