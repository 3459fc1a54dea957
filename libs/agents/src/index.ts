export { Telephone } from './agent.fields.js';
export { AgentsModule } from './agents.module.js';
export { Agent } from './entities/agent.entity.js';
