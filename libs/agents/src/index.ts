export { AgentCards, AgentNames, agentVersionKey, PublicAgentCards } from './agent-texts.repository.js';
export { agentCard, currentCards } from './agent.documents.js';
export {
  AgentRecord,
  AgentResponse,
  CreatedAgent,
  ExportedAgent,
  Telephone,
  type AgentFields,
} from './agent.fields.js';
export type { AgentChanges } from './agent.draft.js';
export { agentExport, AgentsExportQuery, wholeAgentExport } from './agent.export.js';
export { AgentLine } from './agent.line.js';
export { lockSlugs } from './agent-slugs.repository.js';
export { AgentsQuery } from './agent.filters.js';
export { AgentsRepository } from './agents.repository.js';
export { AgentsWriter } from './agents.writer.js';
export { AgentsModule } from './agents.module.js';
export { AgentEntity } from './entities/agent.entity.js';
