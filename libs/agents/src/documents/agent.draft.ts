import { keepUnknown, mergeFields, parseInstant } from '@app/schema';
import { v7 as uuidv7 } from 'uuid';
import { AgentFields } from '../dto/agent.fields.js';
import type { AgentLine } from './agent.line.js';
import { agentRow, emailChange, defaultAgentRecord, storedAgentRecord } from './agent.record.js';
import type { AgentEntity } from '../entities/agent.entity.js';

/** An agent to be created or updated. */
export interface AgentDraft {
  readonly id: number;
  /** Without a slug, the agent keeps its own; a new agent gets one derived from its name (D19). */
  readonly record: AgentFields;
  readonly uid?: string | undefined;
  /** If absent, the agent keeps its own, unless the account changes. */
  readonly uniqueListingAgentID?: string | undefined;
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
}

/** The record of a new agent from the given fields. */
export const newAgentRecord = (fields: object): AgentFields => mergeFields(AgentFields, defaultAgentRecord(), fields);

/** The draft of a line. A line contains the whole agent: missing fields get their defaults. */
export function draftOfAgentLine(line: AgentLine, id: number, before: AgentEntity | undefined): AgentDraft {
  const current = before ? storedAgentRecord(before) : defaultAgentRecord();
  return {
    id,
    record: newAgentRecord({ ...line, email: emailOf(line, current) }),
    uid: line._id?.toLowerCase(),
    uniqueListingAgentID: line.uniqueListingAgentID ?? '',
    createdAt: dateOf(line.createdAt),
    updatedAt: dateOf(line.updatedAt),
  };
}

/** An e-mail given as text is the shown address; the other address is unchanged. */
function emailOf({ email }: AgentLine, current: AgentFields) {
  return typeof email === 'string' ? { ...current.email, ...emailChange(email, current) } : email;
}

function dateOf(text: string | undefined): Date | undefined {
  const instant = text && parseInstant(text);
  return instant ? new Date(instant) : undefined;
}

/** The row after a draft. */
export function agentRowAfter(
  { id, record, uid, uniqueListingAgentID, createdAt, updatedAt }: AgentDraft,
  before: AgentEntity | undefined,
  slug: string,
  now: Date,
): AgentEntity {
  const identity = {
    id,
    uid: uid ?? before?.uid ?? uuidv7(),
    uniqueListingAgentID:
      uniqueListingAgentID ?? (before?.websiteId === record.websiteID ? before.uniqueListingAgentID : ''),
    version: before ? before.version + 1 : 1,
    createdAt: createdAt ?? before?.createdAt ?? now,
    updatedAt: updatedAt ?? before?.updatedAt ?? now,
  };
  const after = { ...record, slug };
  return agentRow(identity, before ? keepUnknown(AgentFields, before.record, after) : after);
}

/** Changes of some fields of a stored agent. */
export interface AgentChanges {
  readonly fields: Partial<AgentFields>;
  readonly uniqueListingAgentID?: string | undefined;
}

export const draftOfChange = (agent: AgentEntity, { fields, uniqueListingAgentID }: AgentChanges): AgentDraft => ({
  id: agent.id,
  record: mergeFields(AgentFields, storedAgentRecord(agent), fields),
  uniqueListingAgentID,
});
