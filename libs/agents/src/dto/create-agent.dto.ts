import { Required } from '@app/schema';
import { AgentFields } from './agent.fields.js';

/** The body of a create request. */
export class CreateAgentDto extends AgentFields {
  @Required() override websiteID: number;
  @Required() override name: string;
  @Required() override firstname: string;
  @Required() override lastname: string;
}
