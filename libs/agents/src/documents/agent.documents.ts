import { textWords } from '@app/address';
import { defineDocuments } from '@app/documents';
import { fold, foldName } from '@app/lists';
import { applyDefaults, fittingText, wholeText, type Class } from '@app/schema';
import { sql } from '@app/sql';
import { AgentCard, AgentOfCard, AgentFields, AgentStoredItem } from '../dto/agent.fields.js';
import { AgentEntity } from '../entities/agent.entity.js';

/** The data from which an agent's documents are built; dates may be texts, as in JSON. */
export interface AgentSource {
  readonly id: number;
  readonly uid: string;
  readonly record: AgentFields;
  readonly createdAt: Date | string;
  readonly updatedAt: Date | string;
}

/** The single e-mail address that reads return (D19). */
export const shownEmail = ({ email }: AgentFields): string => email.agency || email.crm;

/** The fields of an agent by their API names, with the e-mail addresses as submitted. */
export const agentResponse = ({ id, uid, createdAt, updatedAt }: Omit<AgentSource, 'record'>, record: AgentFields) => ({
  ...record,
  _id: uid,
  id,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

/** The JSON texts of an agent: for lists, the biography of single reads, the single read of a listing, and cards. */
export function agentTexts(source: AgentSource) {
  const { record } = source;
  const read = { ...agentResponse(source, record), email: shownEmail(record) };
  const as = (type: Class) => JSON.stringify(applyDefaults(type, read));
  return {
    item: as(AgentStoredItem),
    biography: JSON.stringify(record.biography),
    card: as(AgentCard),
    listingCard: JSON.stringify(applyDefaults(AgentOfCard, onListingCard(read))),
  };
}

/** Maximum size of the name and of the portrait URL on cards, in bytes of JSON. */
const [MOST_NAME, MOST_IMAGE] = [42, 132];

const onListingCard = ({ id, name, profileImage }: AgentOfCard): AgentOfCard => ({
  id,
  name: fittingText(name, MOST_NAME),
  profileImage: wholeText(profileImage, MOST_IMAGE),
});

/** The source of the public texts of an agent, without the e-mail address of the CRM (B20). */
export const publicSource = <Source extends Pick<AgentSource, 'record'>>({ record, ...source }: Source) => ({
  ...source,
  record: { ...record, email: { ...record.email, crm: '' } },
});

/** The source columns of `agents agent`. */
export const agentSource = sql`agent.id, agent.uid, agent.record, agent.created_at AS "createdAt",
  agent.updated_at AS "updatedAt"`;

/** The columns of an agent for filters. */
export const agentColumns = ({ websiteID, name, slug, email, departments }: AgentFields) => ({
  websiteId: websiteID,
  name,
  foldedName: foldName(name),
  nameWords: [...new Set(textWords(name))],
  slug,
  emailAgency: fold(email.agency),
  emailCrm: fold(email.crm),
  departments: departments.map(fold),
  search: foldName([name, email.agency, email.crm].join('\n')),
});

/** The prebuilt documents of an agent. */
export const agentDocuments = defineDocuments<AgentSource>({
  table: 'agents',
  key: 'id',
  types: [AgentStoredItem, AgentCard, AgentOfCard],
  revision: 1,
  columns: { item: 'text', biography: 'text', card: 'text', listing_card: 'text' },
  source: {
    from: sql`agents agent`,
    alias: 'agent',
    columns: agentSource,
  },
  remake: (source) => {
    const { listingCard, ...texts } = agentTexts(source);
    return { ...texts, listing_card: listingCard };
  },
  derived: [
    { entity: AgentEntity, of: ({ id, record }) => ({ id, ...agentColumns(applyDefaults(AgentFields, record)) }) },
  ],
});
