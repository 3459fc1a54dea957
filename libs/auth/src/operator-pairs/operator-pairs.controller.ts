import { AnswersSecret, IdentifierPipe, Refuses, TakesBody, TakesId, type Identifier } from '@app/http';
import { answerRef } from '@app/schema';
import { Post } from '@app/writes';
import { Body, Controller, Delete, Get, Param, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentAuthor, type CallingAuthor } from '../caller.js';
import {
  CreatedOperatorPair,
  CreateOperatorPairDto,
  DeletedOperatorPair,
  OperatorPairList,
} from './operator-pair.fields.js';
import { OperatorPairsService } from './operator-pairs.service.js';
import { OperatorGuard } from './operator.guard.js';

const CredentialId = new IdentifierPipe('credential');

/** `/api/v1/credentials`: the named key pairs of the operator. */
@ApiTags('credentials')
@Controller('api/v1/credentials')
@UseGuards(OperatorGuard)
export class OperatorPairsController {
  constructor(private readonly pairs: OperatorPairsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listOperatorPairs',
    summary: 'List the named key pairs of the operator',
    description:
      'The named key pairs without their secrets; the pair of the environment is not listed. Requires a pair of the operator with the scope `full`.',
  })
  @Refuses('forbidden')
  @ApiOkResponse({ description: 'The pairs.', schema: answerRef(OperatorPairList) })
  async list(): Promise<OperatorPairList> {
    return { data: await this.pairs.list() };
  }

  @Post()
  @ApiOperation({
    operationId: 'createOperatorPair',
    summary: 'Create a named key pair of the operator',
    description:
      'Creates a key pair that belongs to no account, for a portal, a script or a person. Only this response contains its secret. It is valid immediately, and the audit log records its use.',
  })
  @TakesBody(CreateOperatorPairDto, 'The label and the scope of the key pair.')
  @Refuses('forbidden')
  @AnswersSecret()
  @ApiCreatedResponse({ description: 'The new pair.', schema: answerRef(CreatedOperatorPair) })
  async create(
    @CurrentAuthor() author: CallingAuthor,
    @Body() body: CreateOperatorPairDto,
  ): Promise<CreatedOperatorPair> {
    return { message: 'Credential created', credential: await this.pairs.create(author, body) };
  }

  @Delete(':credentialID')
  @ApiOperation({
    operationId: 'deleteOperatorPair',
    summary: 'Delete a named key pair of the operator',
    description: 'Revokes a key pair immediately, on every instance, and ends its event streams.',
  })
  @TakesId('Numeric id of the pair.', '32', 'credentialID')
  @Refuses('forbidden')
  @ApiOkResponse({ description: 'The pair before it was deleted.', schema: answerRef(DeletedOperatorPair) })
  async remove(
    @CurrentAuthor() author: CallingAuthor,
    @Param('credentialID', CredentialId) id: Identifier,
  ): Promise<DeletedOperatorPair> {
    return { message: 'Credential deleted', credential: await this.pairs.remove(author, id) };
  }
}
