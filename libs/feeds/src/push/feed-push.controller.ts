import { CurrentAuthor, type CallingAuthor } from '@app/auth';
import { AnswersJson, ExpectsBody, headerRef, linkTo, Refuses, type JsonText } from '@app/http';
import { TakesQuery } from '@app/lists';
import { answerRef } from '@app/schema';
import { Post } from '@app/writes';
import { Controller, HttpCode, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { FeedRunDetail } from '../feed.fields.js';
import { FeedBodyInterceptor, FEED_MEGABYTES } from './feed-body.interceptor.js';
import { FeedPushService } from './feed-push.service.js';
import { FeedTaskGuard, FEED_TYPES } from './feed-task.guard.js';
import { FEED_EXAMPLES } from './feed-examples.js';
import { PushFeedQuery } from './push-feed.query.js';

/** `POST /api/v1/feeds`: feeds that are sent (B41). */
@ApiTags('feeds')
@Controller('api/v1/feeds')
export class FeedPushController {
  constructor(private readonly feeds: FeedPushService) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({
    operationId: 'pushFeed',
    summary: 'Send a feed',
    description: `Stores a REAXML feed, and imports it soon after: the run at \`Location\` has the report. Feeds of an account are imported in the order of their arrival; owners (a main account with its sub-accounts) take turns. At most ${FEED_MEGABYTES} MB. It may take as long as it arrives; nothing for 30 seconds ends it. An account sends its own feeds and those of its sub-accounts. The operator may also send lines of a bundle (\`application/x-ndjson\`, with \`kind\`).`,
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
    description: 'The run, which waits for its import.',
    schema: answerRef(FeedRunDetail),
    headers: { Location: headerRef('Location') },
  })
  async push(
    @CurrentAuthor() author: CallingAuthor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonText> {
    const { id, text } = await this.feeds.accept(author);
    response.location(linkTo(response.req, `/api/v1/feeds/${id}`));
    return text;
  }
}
