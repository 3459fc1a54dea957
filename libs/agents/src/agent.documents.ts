import { defineDocuments, isStale } from '@app/documents';
import { applyDefaults, type Class } from '@app/schema';
import { sql } from '@app/sql';
import { AgentCard, AgentStoredItem, type AgentFields } from './agent.fields.js';

/** The data that an agent's documents are made from; the dates also as texts, as in JSON. */
export interface AgentSource {
  readonly id: number;
  readonly uid: string;
  readonly record: AgentFields;
  readonly createdAt: Date | string;
  readonly updatedAt: Date | string;
}

/** The single e-mail address that reads return (D19). */
export const shownEmail = ({ email }: AgentFields): string => email.agency || email.crm;

/** The fields of an agent by their API names; the e-mail as it was submitted. */
export const agentResponse = ({ id, uid, createdAt, updatedAt }: Omit<AgentSource, 'record'>, record: AgentFields) => ({
  ...record,
  _id: uid,
  id,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

/** The JSON texts of an agent: in lists, the biography of single reads, inside a listing's single read. */
export function agentTexts(source: AgentSource) {
  const { record } = source;
  const read = { ...agentResponse(source, record), email: shownEmail(record) };
  const as = (type: Class) => JSON.stringify(applyDefaults(type, read));
  return { item: as(AgentStoredItem), biography: JSON.stringify(record.biography), card: as(AgentCard) };
}

/** The source of what the public sees of an agent: it sees no address of the CRM (B20). */
export const publicSource = <Source extends Pick<AgentSource, 'record'>>({ record, ...source }: Source) => ({
  ...source,
  record: { ...record, email: { ...record.email, crm: '' } },
});

/** The columns of its source, of `agents agent`. */
export const agentSource = sql`agent.id, agent.uid, agent.record, agent.created_at AS "createdAt",
  agent.updated_at AS "updatedAt"`;

/** The prebuilt documents of an agent. */
export const agentDocuments = defineDocuments<AgentSource>({
  table: 'agents',
  key: 'id',
  types: [AgentStoredItem, AgentCard],
  revision: 1,
  columns: { item: 'text', biography: 'text', card: 'text' },
  source: {
    from: sql`agents agent`,
    alias: 'agent',
    columns: agentSource,
  },
  remake: agentTexts,
});

const source = sql`jsonb_build_object('id', agent.id, 'uid', agent.uid, 'record', agent.record,
  'createdAt', agent.created_at, 'updatedAt', agent.updated_at)`;

/** The source of `agents agent`, in the form of `staleAgent`. */
export const wholeAgent = sql`${source} AS "staleAgent"`;

/** Read beside the texts of `agents agent`: their source if they have another representation version, else null. */
export const staleAgent = () => sql`CASE WHEN ${isStale(agentDocuments, 'agent')} THEN ${source} END AS "staleAgent"`;

/**
 * The start of a placeholder for a card of another representation version, as PostgreSQL writes it; valid card JSON
 * cannot contain it.
 */
const STALE_CARD = '{"staleAgent": ';

/**
 * The card of `agents agent` as JSON text. For a card of another version its source is returned, and `currentCards`
 * rebuilds it.
 */
export const agentCard = () => sql`CASE WHEN ${isStale(agentDocuments, 'agent')}
  THEN jsonb_build_object('staleAgent', ${source})::text ELSE agent.card END`;

/** Rebuilds the cards of another version in the JSON text of an array of cards; a card may have further members. */
export function currentCards(cards: string): string {
  if (!cards.includes(STALE_CARD)) return cards;
  const read = JSON.parse(cards) as ({ staleAgent?: AgentSource } & object)[]; // the form that `agentCard` gives
  return JSON.stringify(
    read.map(({ staleAgent: stale, ...more }) =>
      stale ? { ...(JSON.parse(agentTexts(stale).card) as object), ...more } : more,
    ),
  );
}
