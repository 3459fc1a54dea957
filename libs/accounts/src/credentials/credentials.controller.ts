import { CurrentAuthor, type CallingAuthor } from '@app/auth';
import { AnswersSecret, IdentifierPipe, Refuses, TakesBody, TakesId, type Identifier } from '@app/http';
import { answerRef } from '@app/schema';
import { Body, Controller, Delete, Get, Param, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Post } from '@app/writes';
import { AccountId, AccountRightsGuard } from '../account-rights.guard.js';
import { CreateCredentialDto } from './create-credential.dto.js';
import { CreatedCredential, CredentialList, DeletedCredential } from './credential.fields.js';
import { presentCredential, presentNewCredential } from './credential.presenter.js';
import { CredentialsService } from './credentials.service.js';

const ID = 'Numeric id (`websiteID`) or object identifier (`_id`) of the account.';
const CredentialId = new IdentifierPipe('credential');

/** `/api/v1/websites/{id}/credentials`: the key pairs of an account. */
@ApiTags('credentials')
@Controller('api/v1/websites/:id/credentials')
@UseGuards(AccountRightsGuard)
export class CredentialsController {
  constructor(private readonly credentials: CredentialsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listCredentials',
    summary: 'List the key pairs of an account',
    description:
      'The key pairs that have not expired, without their secrets. For the operator, and for the account and its main account with a key pair of the scope `full`.',
  })
  @TakesId(ID, '1')
  @Refuses('forbidden')
  @ApiOkResponse({ description: 'The pairs.', schema: answerRef(CredentialList) })
  async list(@Param('id', AccountId) id: Identifier): Promise<CredentialList> {
    return { data: (await this.credentials.list(id)).map(presentCredential) };
  }

  @Post()
  @ApiOperation({
    operationId: 'createCredential',
    summary: 'Create a key pair',
    description:
      'Creates a key pair. Only this response contains its secret. An account has at most two live key pairs of each scope; its `accessKey` and `secretKey` are the oldest pair of the scope `full` that does not expire. With `expiresOld`, the older pair expires after this time, and the new one replaces it.',
  })
  @TakesId(ID, '1')
  @TakesBody(CreateCredentialDto, 'The purpose and the scope of the key pair.')
  @Refuses('forbidden', 'tooManyCredentials')
  @AnswersSecret()
  @ApiCreatedResponse({ description: 'The new pair.', schema: answerRef(CreatedCredential) })
  async create(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AccountId) id: Identifier,
    @Body() body: CreateCredentialDto,
  ): Promise<CreatedCredential> {
    return presentNewCredential(await this.credentials.create(author, id, body));
  }

  @Delete(':credentialID')
  @ApiOperation({
    operationId: 'deleteCredential',
    summary: 'Delete a key pair',
    description:
      'Revokes a key pair immediately. Responds with 409 for the only pair of the scope `full` that does not expire: create another one first.',
  })
  @TakesId(ID, '1')
  @TakesId('Numeric id of the pair.', '31', 'credentialID')
  @Refuses('forbidden', 'lastCredential')
  @ApiOkResponse({ description: 'The pair before it was deleted.', schema: answerRef(DeletedCredential) })
  async remove(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AccountId) id: Identifier,
    @Param('credentialID', CredentialId) credential: Identifier,
  ): Promise<DeletedCredential> {
    return {
      message: 'Credential deleted',
      credential: presentCredential(await this.credentials.remove(author, id, credential)),
    };
  }
}
