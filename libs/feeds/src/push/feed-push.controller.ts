import { CurrentAuthor, type CallingAuthor } from '@app/auth';
import { AnswersJson, ExpectsBody, headerRef, linkTo, problems, Refuses, type JsonText } from '@app/http';
import { TakesQuery } from '@app/lists';
import { answerRef } from '@app/schema';
import { Post, Writes } from '@app/writes';
import { Controller, HttpCode, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { FeedRunDetail } from '../dto/feed.fields.js';
import { FeedsRepository } from '../feeds.repository.js';
import { FeedBodyInterceptor, FEED_MEGABYTES } from './feed-body.interceptor.js';
import { FeedTaskGuard, FEED_TYPES } from './feed-task.guard.js';
import { FeedUploadsRepository } from './feed-uploads.repository.js';
import { FEED_EXAMPLES, PushFeedQuery } from '../dto/push-feed.query.js';
import { feedTask, receivedFeed } from './received-feed.js';

/** `POST /api/v1/feeds`: sending feeds (B41). */
@ApiTags('feeds')
@Controller('api/v1/feeds')
export class FeedPushController {
  constructor(
    private readonly uploads: FeedUploadsRepository,
    private readonly feeds: FeedsRepository,
    private readonly writes: Writes,
  ) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({
    operationId: 'pushFeed',
    summary: 'Send a feed',
    description: `Stores a REAXML feed, and imports it soon after: the run at \`Location\` has the report. Feeds of an account are imported in the order of their arrival; owners (a main account with its sub-accounts) take turns. At most ${FEED_MEGABYTES} MB, also when decompressed: a body may have \`Content-Encoding: gzip\`. An upload may take any time, but ends after 30 seconds without data. An account sends its own feeds and those of its sub-accounts. The operator may also send lines of a bundle (\`application/x-ndjson\`, with \`kind\`).`,
  })
  @TakesQuery(PushFeedQuery)
  @ExpectsBody()
  @UseGuards(FeedTaskGuard)
  @UseInterceptors(FeedBodyInterceptor)
  @ApiConsumes(...FEED_TYPES)
  @ApiBody({ description: 'The feed.', required: true, schema: { type: 'string' }, examples: FEED_EXAMPLES })
  @Refuses('forbidden', 'tooManyFeeds', 'notFound')
  @AnswersJson()
  @ApiAcceptedResponse({
    description: 'The waiting run.',
    schema: answerRef(FeedRunDetail),
    headers: { Location: headerRef('Location') },
  })
  async push(
    @CurrentAuthor() author: CallingAuthor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonText> {
    const [task, received] = [feedTask.get(author.request), receivedFeed.get(author.request)];
    if (!task || !received) throw new Error('A feed has a guard and an interceptor');
    return await this.writes.run(author, async (executor, audit) => {
      const id = await this.uploads.makeRun(executor, task, received, audit);
      if (id === undefined) throw problems.notFound('account');
      response.location(linkTo(response.req, `/api/v1/feeds/${id}`));
      return (await this.feeds.read(id, undefined, executor)) ?? '';
    });
  }
}
