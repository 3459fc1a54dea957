import { CurrentAuthor, CurrentCaller, type Caller, type CallingAuthor } from '@app/auth';
import { answerRef } from '@app/schema';
import {
  Answers,
  AnswersSecret,
  CurrentRecipient,
  GEO_JSON_TYPE,
  headerRef,
  LinkPipe,
  linkTo,
  OpenToPublicKeys,
  Refuses,
  TakesBody,
  TakesId,
  TakesIfMatch,
  CurrentPreconditions,
  type Preconditions,
  type Identifier,
  type LinkIdentifier,
  type Recipient,
  type Versioned,
} from '@app/http';
import { ApiList, ApiMap, type Page } from '@app/lists';
import { Post } from '@app/writes';
import { Body, Controller, Delete, Get, Param, Put, Query, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AccountRead, CreatedAccount, ListedAccount, DeletedAccount, UpdatedAccount } from './dto/account.fields.js';
import { AccountsQuery } from './filters/account.filters.js';
import { AccountCreationGuard, AccountId, AccountRightsGuard } from './account-rights.guard.js';
import { AccountsService } from './accounts.service.js';
import { CreateAccountDto } from './dto/create-account.dto.js';
import { UpdateAccountDto } from './dto/update-account.dto.js';

const ID = 'Numeric id (`websiteID`) or object identifier (`_id`) of the account.';
const LINK =
  'Numeric id (`websiteID`), object identifier (`_id`), hostname, or name in links (`harbour-co`) of the account.';

/** `/api/v1/websites`, and `/api/v1/accounts` for creates (D1). */
@ApiTags('accounts')
@Controller('api/v1')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Get('websites')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'listAccounts',
    summary: 'List accounts',
    description:
      'All matching accounts, ordered by websiteID unless `sort` is given. Items have `listingCounts` if the query names a place or orders by numbers. A credential of the scope `public` finds enabled accounts with `isDisplayToFrontEnd`, and its own. With `Accept: application/geo+json` the response is the FeatureCollection of `/websites/geojson`.',
  })
  @ApiList(AccountsQuery, ListedAccount, 'accounts', { other: GEO_JSON_TYPE, isDaily: true })
  async list(@Query() query: AccountsQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.accounts.list(query, recipient);
  }

  @Get('websites/geojson')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'mapAccounts',
    summary: 'List accounts as GeoJSON',
    description: 'The same list as `/websites`, as a FeatureCollection (RFC 7946) of the offices.',
  })
  @ApiMap(AccountsQuery, ListedAccount, { isDaily: true })
  async map(@Query() query: AccountsQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.accounts.list(query, recipient);
  }

  @Get('websites/:id')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'readAccount',
    summary: 'Read an account',
    description:
      'One account by either of its identifiers, its hostname, or its name as in links (`harbour-co`); of several, the own one or the one with the lowest id. The operator, and credentials of the scope `full` of the account or its main account, get all fields except the secret key. A credential of the scope `public` gets the profile of its own account, and of enabled accounts with `isDisplayToFrontEnd`: without main account, offices and switches, and with the privacy policy as the only page of another service.',
  })
  @TakesId(LINK, '1')
  @Answers(AccountRead, 'The account.')
  read(
    @CurrentCaller() caller: Caller,
    @Param('id', new LinkPipe('account')) id: LinkIdentifier,
    @CurrentRecipient() recipient: Recipient,
  ): Promise<Versioned> {
    return this.accounts.read(caller, id, recipient);
  }

  @Post('accounts')
  @ApiOperation({
    operationId: 'createAccount',
    summary: 'Create an account',
    description:
      'The operator may create any account; a primary account may create its own sub-accounts. Absent keys are generated and returned.',
  })
  @UseGuards(AccountCreationGuard)
  @TakesBody(CreateAccountDto, 'The fields of the new account. Absent fields get their defaults.')
  @Refuses('forbidden', 'duplicateAccessKey')
  @AnswersSecret()
  @Answers(CreatedAccount, 'The new account.', 201, {
    Location: headerRef('Location'),
  })
  async create(
    @CurrentAuthor() author: CallingAuthor,
    @Body() body: CreateAccountDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Versioned> {
    const created = await this.accounts.create(author, body);
    response.location(linkTo(response.req, `/api/v1/websites/${created.id}`));
    return created;
  }

  @Put('websites/:id')
  @ApiOperation({
    operationId: 'updateAccount',
    summary: 'Update an account',
    description:
      'Changes the fields in the body. Objects are merged field by field, arrays are replaced, and null resets a field ' +
      'to its default. The type follows subsiteDetails.mainWebsiteID unless the body contains it. Read-only fields may repeat ' +
      'their current values.',
  })
  @TakesId(ID, '1')
  @TakesIfMatch()
  @UseGuards(AccountRightsGuard)
  @TakesBody(UpdateAccountDto, 'The fields to change.', { config: { primaryColor: '#0B3D91' } })
  @AnswersSecret()
  @Answers(UpdatedAccount, 'The account after the update.')
  @Refuses('forbidden', 'duplicateAccessKey')
  update(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AccountId) id: Identifier,
    @Body() body: UpdateAccountDto,
    @CurrentPreconditions() preconditions: Preconditions,
  ): Promise<Versioned> {
    return this.accounts.update(author, id, body, preconditions);
  }

  @Delete('websites/:id')
  @ApiOperation({
    operationId: 'deleteAccount',
    summary: 'Delete an account',
    description: 'Deletes the account with its agents and listings. Responds with 409 while it has sub-accounts.',
  })
  @TakesId(ID, '1')
  @TakesIfMatch()
  @Refuses('forbidden', 'subAccountsExist')
  @ApiOkResponse({ description: 'The account before it was deleted.', schema: answerRef(DeletedAccount) })
  remove(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AccountId) id: Identifier,
    @CurrentPreconditions() preconditions: Preconditions,
  ): Promise<DeletedAccount> {
    return this.accounts.remove(author, id, preconditions);
  }
}
