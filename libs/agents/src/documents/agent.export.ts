import { recipientFor, type Viewer } from '@app/auth';
import type { Recipient } from '@app/http';
import { filtersOf, type ExportLines } from '@app/lists';
import { sql, type Sql } from '@app/sql';
import { AgentsQuery, agentsWithAccounts, matchesAgent } from '../filters/agent.filters.js';
import { agentLine } from './agent.record.js';
import type { AgentEntity } from '../entities/agent.entity.js';

/** The parameters of an export of agents. */
export class AgentsExportQuery extends filtersOf(AgentsQuery) {}

const exportOf = (columns: Sql, query: AgentsExportQuery, recipient: Recipient): Sql =>
  sql`SELECT ${columns} FROM ${agentsWithAccounts} WHERE ${matchesAgent(query, recipient)} ORDER BY agent.id`;

interface RecordRow {
  readonly item: string;
  readonly biography: string;
}

/** Agents as in single reads, but without statistics and account, which have their own lines. */
const shownAgents = (query: AgentsExportQuery, recipient: Recipient): ExportLines<RecordRow> => ({
  statement: exportOf(sql`agent.item, agent.biography`, query, recipient),
  line: ({ item, biography }) => `${item.slice(0, -1)},"biography":${biography}}`,
});

type AgentRow = Pick<AgentEntity, 'id' | 'uid' | 'uniqueListingAgentID' | 'record' | 'createdAt' | 'updatedAt'>;

/** Agents as lines of `agents.ndjson`, with both e-mail addresses and the person id in feeds. */
const wholeAgents = (query: AgentsExportQuery, recipient: Recipient): ExportLines<AgentRow> => ({
  statement: exportOf(
    sql`agent.id, agent.uid, agent.unique_listing_agent_id AS "uniqueListingAgentID", agent.record, agent.created_at AS "createdAt",
      agent.updated_at AS "updatedAt"`,
    query,
    recipient,
  ),
  line: (agent) => JSON.stringify(agentLine(agent)),
});

/** Agents as lines of an export, and as documents of the change feed. */
export const agentExport = (query: AgentsExportQuery, viewer: Viewer): ExportLines =>
  (viewer.isOperator ? wholeAgents : shownAgents)(query, recipientFor(viewer));
