export { Telephone } from './agent.fields.js';
export { agentExport } from './agent.export.js';
export { AgentLine } from './agent.line.js';
export { AgentWriter } from './agent.writer.js';
export { AgentsQuery } from './agent.filters.js';
export { AgentsRepository } from './agents.repository.js';
export { AgentsModule } from './agents.module.js';
export { Agent } from './entities/agent.entity.js';
