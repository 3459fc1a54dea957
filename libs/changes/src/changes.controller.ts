import { CurrentCaller, viewerOf, type Caller } from '@app/auth';
import { AnswersJson, HEADERS, listsTag, Refuses } from '@app/http';
import { TakesQuery } from '@app/lists';
import { answerRef } from '@app/schema';
import { CurrentSafeHorizon, type SafeHorizon } from '@app/cache';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ChangePage } from './dto/change.fields.js';
import { ChangeStreams } from './streams/change-streams.service.js';
import { ChangesQuery, NOW, type ChangesRequest } from './dto/changes.query.js';
import { ChangesService, feedText } from './changes.service.js';

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

const EVENTS = `retry: 3000

id: WzEsImU4N2IwMTUzZmM3MSIsODEyLDQ0MV0
data: {"cursor":"WzEsImU4N2IwMTUzZmM3MSIsODEyLDQ0MV0","at":"2026-03-07T22:30:00.000Z","resource":"agent","id":31,"_id":"01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11","websiteID":12,"kind":"updated"}

`;

/** `/api/v1/changes`: the changes of accounts, agents, listings and properties. */
@ApiTags('changes')
@Controller('api/v1/changes')
export class ChangesController {
  constructor(
    private readonly changes: ChangesService,
    private readonly streams: ChangeStreams,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listChanges',
    summary: 'Follow changes',
    description:
      'The changes after a cursor. A client that applies all of them in this order has all committed data. Changes of the same resource in a page are merged. A change of an account or an agent does not count as a change of its listings. With `Accept: text/event-stream` the response is the event stream of `/changes/stream`.',
  })
  @TakesQuery(ChangesQuery)
  @AnswersJson()
  @ApiOkResponse({
    description: 'Changes, possibly none.',
    content: { [JSON_TYPE]: { schema: answerRef(ChangePage) } },
    headers: {
      ETag: {
        ...HEADERS.ListETag,
        required: false,
        description:
          'Sent only without changes. Sent back as If-None-Match, the answer is 304 until there is a change.',
      },
    },
  })
  @Refuses('invalidCursor', 'cursorExpired', 'tooManyStreams')
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ChangesQuery,
    @CurrentSafeHorizon() end: SafeHorizon,
    @Res() response: Response,
  ): Promise<void> {
    const { req: request } = response;
    const asked = requestOf(query, caller);
    response.vary('Accept');
    if (request.accepts(JSON_TYPE, STREAM_TYPE) === STREAM_TYPE) return this.streams.open(response, caller, asked, end);
    const tag = `W/"${end.log}-${end.xid}"`;
    if (listsTag(request.headers['if-none-match'], tag)) {
      response.status(304).set('ETag', tag).end();
      return;
    }
    const page = await this.changes.read(await this.changes.begin(query.since, 'since', end), asked, end);
    // A client never repeats a request that returned changes.
    if (page.items.length === 0 && !page.hasNext) response.set('ETag', tag);
    response.send(feedText(page));
  }

  @Get('stream')
  @ApiOperation({
    operationId: 'streamChanges',
    summary: 'Follow changes as an event stream',
    description:
      'The changes after a cursor, as server-sent events. Each change is sent at most a second after its commit, with its cursor as id. The stream ends after an hour; clients continue with `Last-Event-ID`.',
  })
  @TakesQuery(ChangesQuery)
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event received. It takes precedence over `since`.',
    schema: { type: 'string', examples: [NOW] },
  })
  @ApiOkResponse({
    description: 'Events, until the stream ends.',
    content: { [STREAM_TYPE]: { schema: { type: 'string' }, examples: { events: { value: EVENTS } } } },
  })
  @Refuses('invalidCursor', 'cursorExpired', 'tooManyStreams')
  async stream(
    @CurrentCaller() caller: Caller,
    @Query() query: ChangesQuery,
    @CurrentSafeHorizon() end: SafeHorizon,
    @Res() response: Response,
  ): Promise<void> {
    await this.streams.open(response, caller, requestOf(query, caller), end);
  }
}

const requestOf = (query: ChangesQuery, caller: Caller): ChangesRequest => ({ ...query, viewer: viewerOf(caller) });
