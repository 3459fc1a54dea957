import { representationOf } from '@app/documents';
import { defaultsOf, applyDefaults } from '@app/schema';
import { agentColumns, agentDocuments, agentTexts, agentResponse, shownEmail } from './agent.documents.js';
import { AgentFields, AgentRecord, CreatedAgent, type AgentChange } from '../dto/agent.fields.js';
import type { AgentEntity } from '../entities/agent.entity.js';

type Identified = Pick<AgentEntity, 'id' | 'uid' | 'createdAt' | 'updatedAt'>;
type NewRow = Identified & Pick<AgentEntity, 'version' | 'uniqueListingAgentID'>;

/** A new agent with its defaults. */
export const defaultAgentRecord = (): AgentFields => defaultsOf(AgentFields);

/** The record of a stored agent; fields declared after it was written have their defaults. */
export const storedAgentRecord = ({ record }: Pick<AgentEntity, 'record'>): AgentFields =>
  applyDefaults(AgentFields, record);

/**
 * The e-mail of an update as a change of the two addresses; repeating the address that reads return changes nothing
 * (D17).
 */
export function emailChange(email: AgentChange['email'] | null | undefined, current: AgentFields) {
  if (typeof email !== 'string') return email;
  return email === shownEmail(current) ? undefined : { agency: email };
}

/** The row of an agent: columns for filters, documents for reads. */
export const agentRow = (identified: NewRow, record: AgentFields): AgentEntity => ({
  ...identified,
  ...agentColumns(record),
  record,
  ...agentTexts({ ...identified, record }),
  representation: representationOf(agentDocuments),
});

/** The agent in responses to updates and deletes. */
export function agentRecord(agent: AgentEntity): AgentRecordShape {
  const { record } = agent;
  return applyDefaults(AgentRecord, { ...agentResponse(agent, record), email: shownEmail(record) });
}

type AgentRecordShape = InstanceType<typeof AgentRecord>;

/** The agent in the response to its creation. */
export function createdAgent(agent: Identified & Pick<AgentEntity, 'record'>): CreatedAgent {
  return applyDefaults(CreatedAgent, agentResponse(agent, agent.record));
}

/** The agent as a line of `agents.ndjson`. */
export const agentLine = (agent: Identified & Pick<AgentEntity, 'record' | 'uniqueListingAgentID'>): object => {
  const { uniqueListingAgentID } = agent;
  return { ...createdAgent(agent), ...(uniqueListingAgentID && { uniqueListingAgentID }) };
};
