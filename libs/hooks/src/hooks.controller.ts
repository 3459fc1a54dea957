import { AccountId, AccountRightsGuard, OpenToOperatorReaders } from '@app/accounts';
import type { Owner } from '@app/fairness';
import { CurrentAuthor, type CallingAuthor } from '@app/auth';
import { AnswersSecret, IdentifierPipe, limitsOf, Refuses, TakesBody, TakesId, type Identifier } from '@app/http';
import { ApiList, type Page } from '@app/lists';
import { answerRef } from '@app/schema';
import { Post } from '@app/writes';
import { applyDecorators, Body, Controller, Get, HttpCode, Param, Query, Res, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AcceptedReplay, HookDelivery, HookItem, HookPing, ReplayHookDto, HookSecret } from './dto/hook.fields.js';
import { HookDeliveriesQuery, HooksQuery } from './filters/hook.filters.js';
import { HookReplays } from './hook-replays.service.js';
import { HooksService } from './hooks.service.js';

/** Counts a message against the limit of the hook's main account. @throws TOO_MANY_REQUESTS */
const counting =
  (quota: 'pings' | 'replays', { request }: CallingAuthor, response: Response) =>
  (owner: Owner): void => {
    const limits = limitsOf(request);
    limits?.spend(limits[quota], String(owner), request, response);
  };

const HookId = new IdentifierPipe('hook');

const TakesAccount = (): MethodDecorator =>
  TakesId('Numeric id (`websiteID`) or object identifier (`_id`) of the account.', '1');

const TakesHook = (): MethodDecorator =>
  applyDecorators(TakesAccount(), TakesId('Numeric id of the hook.', '1', 'hookID'));

/**
 * `/api/v1/websites/{id}/hooks`: for the account itself, its main account and the operator. Responses are not cached,
 * because others may not see them.
 */
@ApiTags('hooks')
@Controller('api/v1/websites/:id/hooks')
@UseGuards(AccountRightsGuard)
export class HooksController {
  constructor(
    private readonly hooks: HooksService,
    private readonly replays: HookReplays,
  ) {}

  @Get()
  @OpenToOperatorReaders()
  @ApiOperation({
    operationId: 'listHooks',
    summary: 'List the hooks of an account',
    description:
      'The distinct URLs to which the account has changes sent (`hooks`), ordered by hookID, with the state of their deliveries.',
  })
  @TakesAccount()
  @ApiList(HooksQuery, HookItem, 'page', { isCached: false })
  @Refuses('forbidden')
  async list(@Param('id', AccountId) account: Identifier, @Query() query: HooksQuery): Promise<Page> {
    return await this.hooks.list(account, query);
  }

  @Get(':hookID/deliveries')
  @OpenToOperatorReaders()
  @ApiOperation({
    operationId: 'listHookDeliveries',
    summary: 'List the deliveries to a hook',
    description: 'The attempts of the last 30 days, the latest first.',
  })
  @TakesHook()
  @ApiList(HookDeliveriesQuery, HookDelivery, 'page', { isCached: false })
  @Refuses('forbidden')
  async deliveries(
    @Param('id', AccountId) account: Identifier,
    @Param('hookID', HookId) hookId: Identifier,
    @Query() query: HookDeliveriesQuery,
  ): Promise<Page> {
    return await this.hooks.deliveries({ account, hookId }, query);
  }

  @Get(':hookID/secret')
  @ApiOperation({
    operationId: 'readHookSecret',
    summary: 'Read the secret of a hook',
    description:
      'The secret with which the receiver verifies messages (Standard Webhooks). It is derived from the account and the URL, so it stays the same when `hooks` is replaced.',
  })
  @TakesHook()
  @Refuses('forbidden')
  @AnswersSecret()
  @ApiOkResponse({ description: 'The secret.', schema: answerRef(HookSecret) })
  secret(
    @Param('id', AccountId) account: Identifier,
    @Param('hookID', HookId) hookId: Identifier,
  ): Promise<HookSecret> {
    return this.hooks.secret({ account, hookId });
  }

  @Post(':hookID/rotate')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'rotateHookSecret',
    summary: 'Replace the secret of a hook',
    description:
      'Creates a new secret. Messages are signed with both secrets for 24 hours, so that the receiver can switch without interruption; another rotation invalidates the older secret immediately.',
  })
  @TakesHook()
  @Refuses('forbidden')
  @AnswersSecret()
  @ApiOkResponse({ description: 'The new secret, and the former one.', schema: answerRef(HookSecret) })
  rotate(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AccountId) account: Identifier,
    @Param('hookID', HookId) hookId: Identifier,
  ): Promise<HookSecret> {
    return this.hooks.rotate(author, { account, hookId });
  }

  @Post(':hookID/ping')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'pingHook',
    summary: 'Send a test message to a hook',
    description:
      'Sends a signed message of the type `ping` immediately, whatever the state of the hook, and returns the result within 15 seconds. It is not retried. If the receiver accepts it, the backoff of a failing hook ends; a disabled hook stays disabled. At most 10 a minute for the hooks of a main account and its sub-accounts.',
  })
  @TakesHook()
  @Refuses('forbidden')
  @ApiOkResponse({
    description: 'The result. The response is 200 even if the receiver failed: see `status`.',
    schema: answerRef(HookPing),
  })
  ping(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AccountId) account: Identifier,
    @Param('hookID', HookId) hookId: Identifier,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HookPing> {
    return this.hooks.ping(author, { account, hookId }, counting('pings', author, response));
  }

  @Post(':hookID/enable')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'enableHook',
    summary: 'Enable a hook',
    description:
      'Resumes deliveries where the hook was disabled: changes since then are sent, as far as the change log reaches back. A failing hook is retried immediately.',
  })
  @TakesHook()
  @Refuses('forbidden')
  @ApiOkResponse({ description: 'The hook.', schema: answerRef(HookItem) })
  enable(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AccountId) account: Identifier,
    @Param('hookID', HookId) hookId: Identifier,
  ): Promise<HookItem> {
    return this.hooks.enable(author, { account, hookId });
  }

  @Post(':hookID/replay')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'replayHook',
    summary: 'Send messages to a hook again',
    description:
      'Sends all messages since a time again, or one message. Repeated messages have the same ids. Some messages may be older than requested. The messages of a disabled hook are sent when it is enabled. A hook may have one replay since a time in progress; at most 10 replays a minute for the hooks of a main account and its sub-accounts.',
  })
  @TakesHook()
  @TakesBody(ReplayHookDto, 'The messages to send again.')
  @Refuses('forbidden', 'replayUnderWay')
  @ApiAcceptedResponse({ description: 'The messages will be sent.', schema: answerRef(AcceptedReplay) })
  replay(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AccountId) account: Identifier,
    @Param('hookID', HookId) hookId: Identifier,
    @Body() body: ReplayHookDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedReplay> {
    return this.replays.replay(author, { account, hookId }, body, counting('replays', author, response));
  }
}
