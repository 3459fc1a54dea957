import { CurrentAuthor, type CallingAuthor } from '@app/auth';
import { answerRef } from '@app/schema';
import { Cached } from '@app/cache';
import {
  Answers,
  CurrentRecipient,
  GEO_JSON_TYPE,
  LinkPipe,
  OpenToPublicKeys,
  Refuses,
  TakesBody,
  TakesId,
  TakesIfMatch,
  CurrentPreconditions,
  type Preconditions,
  type Recipient,
  type Identifier,
  type LinkIdentifier,
  type Versioned,
} from '@app/http';
import { ApiList, ApiMap, type Page } from '@app/lists';
import { Post } from '@app/writes';
import { Body, Controller, Delete, Get, Param, Put, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AgentResponse, AgentRecord, CreatedAgent, ListedAgent } from './dto/agent.fields.js';
import { AgentsQuery } from './filters/agent.filters.js';
import { AgentId, AgentRightsGuard } from './agent-rights.guard.js';
import { AgentsService } from './agents.service.js';
import { CreateAgentDto } from './dto/create-agent.dto.js';
import { UpdateAgentDto } from './dto/update-agent.dto.js';

const ID = 'Numeric id or object identifier (`_id`) of the agent.';
const LINK = 'Numeric id, object identifier (`_id`) or slug of the agent.';

/** `/api/v1/agents`: the people of accounts. */
@ApiTags('agents')
@Controller('api/v1/agents')
export class AgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Get()
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'listAgents',
    summary: 'List agents',
    description:
      'All matching agents, ordered by numeric id unless `sort` is given. Items have `listingCounts` if the query names a place or orders by numbers. A credential of the scope `public` finds agents of enabled accounts with `isDisplayToFrontEnd`, and of its own. With `Accept: application/geo+json` the response is the FeatureCollection of `/agents/geojson`.',
  })
  @ApiList(AgentsQuery, ListedAgent, 'page', { other: GEO_JSON_TYPE, isDaily: true })
  async list(@Query() query: AgentsQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.agents.list(query, recipient);
  }

  @Get('geojson')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'mapAgents',
    summary: 'List agents as GeoJSON',
    description: 'The same list as `/agents`, as a FeatureCollection (RFC 7946) of the offices of the agents.',
  })
  @ApiMap(AgentsQuery, ListedAgent, { isDaily: true })
  async map(@Query() query: AgentsQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return await this.agents.list(query, recipient);
  }

  @Get(':id')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'readAgent',
    summary: 'Read an agent',
    description:
      'One agent by either of its identifiers or by its slug; of several with the slug, one of the own account, else the one with the lowest id.',
  })
  @TakesId(LINK, '1')
  @Cached(undefined, { isDaily: true })
  @Answers(AgentResponse, 'The agent.')
  read(
    @Param('id', new LinkPipe('agent')) id: LinkIdentifier,
    @CurrentRecipient() recipient: Recipient,
  ): Promise<Versioned> {
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
