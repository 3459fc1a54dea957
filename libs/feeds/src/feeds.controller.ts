import { CurrentCaller, type Caller } from '@app/auth';
import { Answers, IdentifierPipe, TakesId, type Identifier, type Versioned } from '@app/http';
import { ApiList, type Page } from '@app/lists';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { FeedRunDetail, FeedRunItem } from './dto/feed.fields.js';
import { FeedsQuery } from './filters/feed.filters.js';
import { FeedsService } from './feeds.service.js';

const FeedId = new IdentifierPipe('feed');

/** `/api/v1/feeds`: the runs of feed files. The answers depend on the caller, so they are not cached. */
@ApiTags('feeds')
@Controller('api/v1/feeds')
export class FeedsController {
  constructor(private readonly feeds: FeedsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listFeeds',
    summary: 'List feed runs',
    description:
      'The imports of feed files, the latest first unless `sort` is given. An account sees its own runs, the operator sees all.',
  })
  @ApiList(FeedsQuery, FeedRunItem, 'page', { isCached: false })
  async list(@CurrentCaller() caller: Caller, @Query() query: FeedsQuery): Promise<Page> {
    return await this.feeds.list(caller, query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'readFeed',
    summary: 'Read a feed run',
    description: 'One import with the problems of its file. For an account, runs of other accounts do not exist (404).',
  })
  @TakesId('Numeric id of the run.', '1')
  @Answers(FeedRunDetail, 'The run.')
  read(@CurrentCaller() caller: Caller, @Param('id', FeedId) id: Identifier): Promise<Versioned> {
    return this.feeds.read(caller, id);
  }
}
