import { AnswersJson, HEADERS, listsTag, Refuses, type JsonText } from '@app/http';
import { TakesQuery } from '@app/lists';
import { answerRef } from '@app/schema';
import { EndOfLog, type RecordedUpTo } from '@app/snapshot-cache';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ChangePage } from './change.fields.js';
import { ChangesQuery } from './changes.query.js';
import { ChangesService, feedText } from './changes.service.js';

/** `/api/v1/changes`: what happened to accounts, agents, listings and properties. */
@ApiTags('changes')
@Controller('api/v1/changes')
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Get()
  @ApiOperation({
    operationId: 'listChanges',
    summary: 'Follow changes',
    description:
      'The changes after a cursor, in an order that misses nothing: whoever has applied all of them has what was committed. Several changes of one thing in a page are one. A change of an account or an agent is not one of its listings.',
  })
  @TakesQuery(ChangesQuery)
  @AnswersJson()
  @ApiOkResponse({
    description: 'Changes, possibly none.',
    schema: answerRef(ChangePage),
    headers: {
      ETag: {
        ...HEADERS.ListETag,
        required: false,
        description: 'Of an answer without changes: sent as If-None-Match, the answer is 304 until there is a change.',
      },
    },
  })
  @Refuses('invalidCursor', 'cursorExpired')
  async list(
    @Query() query: ChangesQuery,
    @EndOfLog() end: RecordedUpTo,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonText> {
    const tag = `W/"${end.log}-${end.xid}"`;
    if (listsTag(response.req.headers['if-none-match'], tag)) {
      response.status(304).setHeader('ETag', tag);
      return '';
    }
    const page = await this.changes.read(this.changes.begin(query.since, 'since', end), query, end);
    // An answer with changes is never asked for again.
    if (page.items.length === 0 && !page.hasNext) response.setHeader('ETag', tag);
    return feedText(page);
  }
}
