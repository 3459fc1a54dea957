import type { CallingAuthor } from '@app/auth';
import { problems } from '@app/http';
import { Writes } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { FeedsRepository } from '../feeds.repository.js';
import { FeedUploadsRepository } from './feed-uploads.repository.js';
import { feedTask, receivedFeed } from './received-feed.js';

/** The run of a feed that was accepted, as JSON text. */
export interface AcceptedFeed {
  readonly id: number;
  readonly text: string;
}

/** Accepts feeds that are sent. */
@Injectable()
export class FeedPushService {
  constructor(
    private readonly uploads: FeedUploadsRepository,
    private readonly feeds: FeedsRepository,
    private readonly writes: Writes,
  ) {}

  /** Makes the run of the feed that the request has brought. @throws NOT_FOUND */
  accept(author: CallingAuthor): Promise<AcceptedFeed> {
    const [task, received] = [feedTask.get(author.request), receivedFeed.get(author.request)];
    if (!task || !received) throw new Error('A feed has a guard and an interceptor');
    return this.writes.run(author, async (executor, audit) => {
      const id = await this.uploads.makeRun(executor, task, received, audit);
      if (id === undefined) throw problems.notFound('account');
      return { id, text: (await this.feeds.read(id, undefined, executor)) ?? '' };
    });
  }
}
