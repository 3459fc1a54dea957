import { AgentChange } from '../agent.fields.js';

/** The body of an update: any subset; what is read-only may repeat its value (D17). */
export class UpdateAgentDto extends AgentChange {
  _id: string;
  id: number;
  createdAt: string;
  updatedAt: string;
}
