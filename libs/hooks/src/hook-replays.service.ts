import type { CallingAuthor } from '@app/auth';
import { problems } from '@app/http';
import { Injectable } from '@nestjs/common';
import type { ReplayHookDto } from './dto/replay-hook.dto.js';
import type { AcceptedReplay } from './hook.fields.js';
import type { HookPath } from './hooks.repository.js';
import { HooksService, type Counting } from './hooks.service.js';
import { PastMessages } from './messages/past-messages.service.js';

/** Has messages sent again: everything since a time, or one. */
@Injectable()
export class HookReplays {
  constructor(
    private readonly hooks: HooksService,
    private readonly past: PastMessages,
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
    const message = await this.past.find({ id, websiteID, triggers }, deliveryID ?? '');
    if (!message) {
      throw problems.invalidBody([
        { field: 'deliveryID', message: 'must be a delivery to this hook that the log of changes still has' },
      ]);
    }
    return this.hooks.redeliver(author, path, message);
  }
}
