import { CurrentAuthor, type CallingAuthor } from '@app/auth';
import { answerRef } from '@app/schema';
import { Cached } from '@app/cache';
import {
  Answers,
  CurrentRecipient,
  OpenToPublicKeys,
  Refuses,
  TakesBody,
  TakesId,
  TakesIfMatch,
  CurrentPreconditions,
  type Preconditions,
  type Recipient,
  type Identifier,
  type Versioned,
} from '@app/http';
import { ApiList, type Page } from '@app/lists';
import { Post } from '@app/writes';
import { Body, Controller, Delete, Get, Param, Put, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AgentResponse, AgentItem, AgentRecord, CreatedAgent } from './dto/agent.fields.js';
import { AgentsQuery } from './filters/agent.filters.js';
import { AgentId, AgentRightsGuard } from './agent-rights.guard.js';
import { AgentsService } from './agents.service.js';
import { CreateAgentDto } from './dto/create-agent.dto.js';
import { UpdateAgentDto } from './dto/update-agent.dto.js';

const ID = 'Numeric id or object identifier (`_id`) of the agent.';

/** `/api/v1/agents`: the people of accounts. */
@ApiTags('agents')
@Controller('api/v1/agents')
export class AgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Get()
  @OpenToPublicKeys('own')
  @ApiOperation({
    operationId: 'listAgents',
    summary: 'List agents',
    description: 'All matching agents, ordered by numeric id unless `sort` is given.',
  })
  @ApiList(AgentsQuery, AgentItem)
  async list(@Query() query: AgentsQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.agents.list(query, recipient);
  }

  @Get(':id')
  @OpenToPublicKeys('own')
  @ApiOperation({
    operationId: 'readAgent',
    summary: 'Read an agent',
    description: 'One agent by either of its identifiers.',
  })
  @TakesId(ID, '1')
  @Cached()
  @Answers(AgentResponse, 'The agent.')
  read(@Param('id', AgentId) id: Identifier, @CurrentRecipient() recipient: Recipient): Promise<Versioned> {
    return this.agents.read(id, recipient);
  }

  @Post()
  @ApiOperation({
    operationId: 'createAgent',
    summary: 'Create an agent',
    description:
      'Creates an agent of an account that the credential may write. Responds with 200, not 201, and the fields as submitted.',
  })
  @TakesBody(CreateAgentDto, 'The fields of the new agent. Absent fields get their defaults.')
  @Answers(CreatedAgent, 'The new agent.')
  @Refuses('forbidden', 'duplicateSlug')
  create(@CurrentAuthor() author: CallingAuthor, @Body() body: CreateAgentDto): Promise<Versioned> {
    return this.agents.create(author, body);
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'updateAgent',
    summary: 'Update an agent',
    description:
      'Changes the fields in the body. Objects are merged field by field, arrays are replaced, and null resets a field ' +
      'to its default. Read-only fields may repeat their current values.',
  })
  @TakesId(ID, '1')
  @TakesIfMatch()
  @UseGuards(AgentRightsGuard)
  @TakesBody(UpdateAgentDto, 'The fields to change.', { biography: 'Twenty years by the harbour.' })
  @Answers(AgentRecord, 'The agent after the update.')
  @Refuses('forbidden', 'duplicateSlug')
  update(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AgentId) id: Identifier,
    @Body() body: UpdateAgentDto,
    @CurrentPreconditions() preconditions: Preconditions,
  ): Promise<Versioned> {
    return this.agents.update(author, id, body, preconditions);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteAgent',
    summary: 'Delete an agent',
    description: 'Deletes the agent. Its listings remain, without this agent.',
  })
  @TakesId(ID, '1')
  @TakesIfMatch()
  @Refuses('forbidden')
  @ApiOkResponse({ description: 'The agent before it was deleted.', schema: answerRef(AgentRecord) })
  remove(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', AgentId) id: Identifier,
    @CurrentPreconditions() preconditions: Preconditions,
  ): Promise<object> {
    return this.agents.remove(author, id, preconditions);
  }
}
