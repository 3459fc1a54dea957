import { sql } from '@app/sql';
import { createdAgent } from './agent.record.js';
import type { AgentEntity } from './entities/agent.entity.js';

type AgentRow = Pick<AgentEntity, 'id' | 'uid' | 'version' | 'record' | 'createdAt' | 'updatedAt'>;

/** Exports the agents as lines of `agents.ndjson`, with both e-mail addresses. */
export const agentExport = {
  statement: sql`SELECT id, uid, version, record, created_at AS "createdAt", updated_at AS "updatedAt"
    FROM agents ORDER BY id`,
  line: (agent: AgentRow): string => JSON.stringify(createdAgent(agent)),
};
