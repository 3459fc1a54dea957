import type { SqlExecutor } from '@app/sql';
import { ensureMayWrite, recipientFor, viewerOf, type Caller, type CallingAuthor } from '@app/auth';
import { parseStored, mergeFields, readOnlyFaults, type FieldFault } from '@app/schema';
import {
  ensureMet,
  problems,
  type Recipient,
  type Identifier,
  type LinkIdentifier,
  type Preconditions,
  type Versioned,
} from '@app/http';
import { PageReader, type Page } from '@app/lists';
import { fromBody, type Cacheable } from '@app/cache';
import { Writes, type Audit } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { agentDependencies } from './filters/agent.dependencies.js';
import { dependenciesFor } from './documents/agent-visibility.reads.js';
import { AgentFields } from './dto/agent.fields.js';
import type { AgentsQuery } from './filters/agent.filters.js';
import { newAgentRecord } from './documents/agent.draft.js';
import { agentRecord, createdAgent, emailChange, storedAgentRecord } from './documents/agent.record.js';
import { AgentsRepository } from './agents.repository.js';
import { AgentsWriter } from './agents.writer.js';
import type { CreateAgentDto } from './dto/create-agent.dto.js';
import { UpdateAgentDto } from './dto/update-agent.dto.js';
import type { AgentEntity } from './entities/agent.entity.js';

/** Agents: checks rights and rules, and writes changes. */
@Injectable()
export class AgentsService {
  constructor(
    private readonly agents: AgentsRepository,
    private readonly writer: AgentsWriter,
    private readonly writes: Writes,
    private readonly pages: PageReader,
  ) {}

  async list(query: AgentsQuery, recipient: Recipient): Promise<Page> {
    return await this.pages.read(this.agents.list(query, recipient));
  }

  /** @throws NOT_FOUND */
  async read(id: LinkIdentifier, recipient: Recipient): Promise<Versioned & Cacheable> {
    const found = await this.agents.read(id, recipient);
    if (!found) throw problems.notFound('agent');
    return { ...found, dependsOn: fromBody((body) => dependenciesFor(recipient, agentDependencies(body, id))) };
  }

  create(author: CallingAuthor, body: CreateAgentDto): Promise<Versioned> {
    return this.write(author, async (executor, audit) => {
      refuse(await this.employmentFaults(author, executor, body.websiteID));
      const id = await this.agents.newId(executor);
      const { agent } = await this.writer.writeOne(executor, { id, record: newAgentRecord(body) });
      await audit({ action: 'create', resource: 'agent', id, websiteID: agent.websiteId });
      return { version: agent.version, text: JSON.stringify(createdAgent(agent)) };
    });
  }

  update(
    author: CallingAuthor,
    id: Identifier,
    body: UpdateAgentDto,
    preconditions: Preconditions,
  ): Promise<Versioned> {
    return this.write(author, async (executor, audit) => {
      const agent = await this.hold(author, executor, id);
      ensureMet(preconditions, agent.version);
      const before = storedAgentRecord(agent);
      const change = { ...body, email: emailChange(body.email, before) };
      const record = mergeFields(AgentFields, before, change);
      const isMoved = record.websiteID !== before.websiteID;
      refuse([
        ...readOnlyFaults(UpdateAgentDto, await this.current(author, executor, agent, body), body),
        ...(isMoved ? await this.employmentFaults(author, executor, record.websiteID) : []),
      ]);
      const { agent: changed, paths } = await this.writer.writeOne(executor, { id: agent.id, record }, agent);
      const ofAccounts = { websiteID: changed.websiteId, formerWebsiteID: agent.websiteId };
      if (paths.length > 0) await audit({ action: 'update', resource: 'agent', id: agent.id, ...ofAccounts, paths });
      return { version: changed.version, text: JSON.stringify(agentRecord(changed)) };
    });
  }

  remove(author: CallingAuthor, id: Identifier, preconditions: Preconditions): Promise<object> {
    return this.write(author, async (executor, audit) => {
      const agent = await this.hold(author, executor, id);
      ensureMet(preconditions, agent.version);
      await this.agents.remove(executor, agent);
      await audit({ action: 'delete', resource: 'agent', id: agent.id, websiteID: agent.websiteId });
      return agentRecord(agent);
    });
  }

  private async write<T>(author: CallingAuthor, work: (executor: SqlExecutor, audit: Audit) => Promise<T>): Promise<T> {
    try {
      return await this.writes.run(author, work);
    } catch (error) {
      throw isDuplicateSlug(error) ? problems.duplicateSlug() : error;
    }
  }

  private async hold(caller: Caller, executor: SqlExecutor, id: Identifier): Promise<AgentEntity> {
    const agent = await this.agents.hold(executor, id);
    if (!agent) throw problems.notFound('agent');
    const employer = await this.agents.employer(executor, agent.websiteId);
    if (employer) ensureMayWrite(caller, employer);
    return agent;
  }

  /**
   * The current values of the read-only fields in a body. Fields of other tables are read only if the body contains
   * them.
   */
  private async current(
    caller: Caller,
    executor: SqlExecutor,
    agent: AgentEntity,
    body: UpdateAgentDto,
  ): Promise<object> {
    if (!body.listingsStats && !body.website) return agentRecord(agent);
    const read = await this.agents.readWithin(executor, agent.id, recipientFor(viewerOf(caller)));
    return parseStored<object>(read?.text ?? '{}');
  }

  /** Checks that the agent's account exists and the caller may write it (D12). @throws FORBIDDEN */
  private async employmentFaults(caller: Caller, executor: SqlExecutor, websiteID: number): Promise<FieldFault[]> {
    const employer = await this.agents.employer(executor, websiteID);
    if (!employer) return [{ field: 'websiteID', message: 'must be an account that exists' }];
    ensureMayWrite(caller, employer);
    return [];
  }
}

/** @throws INVALID_BODY if there are faults */
function refuse(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw problems.invalidBody(faults);
}

const isDuplicateSlug = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'agents_slug_key';
