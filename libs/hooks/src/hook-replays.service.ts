import { ChangesService, groupEntries } from '@app/changes';
import type { CallingAuthor } from '@app/auth';
import { Problem, problems } from '@app/http';
import { ALL, SnapshotClock, type LogOffset } from '@app/cache';
import { Injectable } from '@nestjs/common';
import type { AcceptedReplay, ReplayHookDto } from './dto/hook.fields.js';
import type { HookPath } from './hooks.repository.js';
import { HooksService, type CountMessage } from './hooks.service.js';
import { HOOK_RESOURCES, HookMessages, type HookRecipient, type Message } from './messages/hook-messages.service.js';

/** More than the entries of any group. */
const MOST_ENTRIES = 10;

/** Replays messages, which are rebuilt from the change log: all messages since a time, or one message. */
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
    count: CountMessage,
  ): Promise<AcceptedReplay> {
    if ((since === undefined) === (deliveryID === undefined)) {
      throw problems.invalidBody([{ field: 'since', message: 'must be given, or deliveryID, and not both' }]);
    }
    const { hookID: id, websiteID, triggers } = await this.hooks.counted(author, path, count);
    if (since !== undefined) return this.hooks.replay(author, path, since);
    const message = await this.find({ id, websiteID, triggers }, deliveryID ?? '');
    if (!message) {
      throw problems.invalidBody([
        { field: 'deliveryID', message: 'must be a delivery to this hook that the change log still contains' },
      ]);
    }
    return this.hooks.redeliver(author, path, message);
  }

  /** A message of a hook by id; undefined: it does not exist, the log no longer contains it, or no trigger matches. */
  private async find(hook: HookRecipient, id: string): Promise<Message | undefined> {
    const first = messageOffset(id);
    const { end } = await this.clock.now();
    if (first?.log !== end.log) return undefined;
    const filter = { resources: HOOK_RESOURCES, websiteID: hook.websiteID };
    const { entries } = await this.feed.batch(before(first), filter, MOST_ENTRIES, end).catch(none);
    const [group] = groupEntries(entries);
    if (!group) return undefined;
    const [content] = await this.messages.contentsOf(hook.websiteID, [group]);
    const made = content && this.messages.messageOf(end.log, hook, content);
    // The next group of the log may belong to another message.
    return made?.id === id ? made : undefined;
  }
}

/** The offset of a message's first entry, decoded from its id (`messageId`). */
function messageOffset(id: string): LogOffset | undefined {
  const [, log, xid, entry, listing] = /^msg_([\da-f]+)_\d+_(\d{1,15})_(\d{1,15})(?:_(\d{1,10}))?$/.exec(id) ?? [];
  return log === undefined ? undefined : { log, xid: Number(xid), id: Number(entry), listing: Number(listing ?? 0) };
}

const before = ({ listing, ...place }: LogOffset): LogOffset =>
  listing === 0 ? { ...place, id: place.id - 1, listing: ALL } : { ...place, listing: listing - 1 };

/** No entries if the log begins after the offset. */
function none(error: unknown): { entries: [] } {
  if (error instanceof Problem && error.code === 'CURSOR_EXPIRED') return { entries: [] };
  throw error;
}
