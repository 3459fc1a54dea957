import type { AgentChanges, AgentFields } from '@app/agents';
import { fold } from '@app/lists';
import { type FeedAgent, isSameName, nameWords } from '@app/reaxml';
import type { AgentIdentity } from './feed-agent-match.js';

type Fields = AgentChanges['fields'];

/** The names of a person by a full name. */
export function personNames(name: string): Pick<AgentFields, 'name' | 'firstname' | 'lastname'> {
  const words = name.split(' ');
  const [firstname = name, lastname = name] = words.length > 1 ? [words.slice(0, -1).join(' '), words.at(-1)] : [];
  return { name, firstname, lastname };
}

/**
 * The changes of entries to a known agent, applied one after the other. An entry with the id of the person changes the
 * given fields. Other entries only add a missing e-mail, a missing photo and missing social networks.
 */
export function changesOf(agents: readonly FeedAgent[], record: AgentFields): AgentChanges {
  const fields: Fields = {};
  for (const agent of agents) Object.assign(fields, fieldsOf(agent, { ...record, ...fields }));
  return { fields, uniqueListingAgentID: agents.findLast((agent) => agent.uniqueListingAgentID)?.uniqueListingAgentID };
}

function fieldsOf(agent: FeedAgent, record: AgentFields): Fields {
  const profile = profileChange(agent, record);
  const { agency, crm } = record.email;
  if (!agent.uniqueListingAgentID) return agency + crm === '' ? { ...profile, ...emailChange(agent, record) } : profile;
  return { ...profile, ...nameChange(agent, record), ...emailChange(agent, record), ...telephoneChange(agent, record) };
}

/** Whether an entry adds the id or the e-mail of a person, so that other entries may no longer match. */
export const completes = ({ uniqueListingAgentID, email }: FeedAgent, { person, emails }: AgentIdentity): boolean =>
  Boolean((uniqueListingAgentID && person === '') || (email && emails.length === 0));

/** Whether an entry may change an agent. */
export const mayChange = (agent: FeedAgent, identity: AgentIdentity): boolean =>
  Boolean(agent.uniqueListingAgentID || agent.profileImage || agent.socialMedia) || completes(agent, identity);

/** Another spelling of the same name changes nothing. */
const nameChange = ({ name }: FeedAgent, record: AgentFields): Fields =>
  name === '' || isSameName(nameWords(name), nameWords(record.name)) ? {} : personNames(name);

/** A feed does not change the e-mail address of the CRM. */
function emailChange({ email, emptied }: FeedAgent, record: AgentFields): Fields {
  const { agency, crm } = record.email;
  if (email === '' && emptied?.includes('email') && agency !== '') return { email: { agency: '', crm } };
  const isKnown = [agency, crm].some((one) => fold(one) === fold(email));
  return email === '' || isKnown ? {} : { email: { agency: email, crm } };
}

/** Given types are replaced, empty types are removed, and other numbers stay. */
function telephoneChange({ telephones, emptied = [] }: FeedAgent, record: AgentFields): Fields {
  const types = new Set(telephones.map(({ type }) => type));
  const isGiven = ({ type }: { readonly type: string }): boolean =>
    types.has(type) || emptied.includes('telephone') || emptied.includes(`telephone ${type}`);
  const former = new Set(record.telephone.filter(isGiven).map(({ number }) => number));
  if (former.size === telephones.length && telephones.every(({ number }) => former.has(number))) return {};
  const numbers = new Set(telephones.map(({ number }) => number));
  const others = record.telephone.filter((phone) => !isGiven(phone) && !numbers.has(phone.number));
  return { telephone: [...telephones, ...others] };
}

function profileChange(
  { uniqueListingAgentID, profileImage, socialMedia = {} }: FeedAgent,
  record: AgentFields,
): Fields {
  const isNamed = uniqueListingAgentID !== undefined;
  const former = record.socialMedia as unknown as Readonly<Record<string, string>>; // networks by name
  const networks = Object.entries(socialMedia).filter(
    ([network, address]) => address !== (former[network] ?? '') && (isNamed || !former[network]),
  );
  const isNewImage =
    profileImage !== undefined && profileImage !== record.profileImage && (isNamed || record.profileImage === '');
  return {
    ...(isNewImage ? { profileImage } : {}),
    ...(networks.length > 0 ? { socialMedia: { ...record.socialMedia, ...Object.fromEntries(networks) } } : {}),
  };
}
