import { accountDefaults, everyAccountField } from '../factories/account.factory.js';
import { agentBody, everyAgentField } from '../factories/agent.factory.js';
import { suburbLine, uuid } from '../factories/suburb.factory.js';

/** An account with all fields, and one with only the required fields. */
export const HARBOUR = { ...everyAccountField, websiteID: 12, _id: uuid(4, 12) };
export const PLAIN = {
  ...accountDefaults,
  websiteID: 13,
  _id: uuid(4, 13),
  name: 'Plain',
  link: 'https://plain.example',
  accessKey: 'plain-access-key',
  secretKey: 'plain-secret-key',
};

/** An agent with all fields, and one with only the required fields. */
export const ZOE = { ...everyAgentField, id: 31, _id: uuid(5, 31), websiteID: 12 };
export const JANE = { ...agentBody(12, 'Jane Citizen'), name: 'Jane Citizen', id: 32, _id: uuid(5, 32) };

/** The lines that listings refer to. */
export const directory = {
  suburbs: [suburbLine('Richmond VIC 3121', { timeZone: 'Australia/Melbourne' })],
  accounts: [HARBOUR, PLAIN],
  agents: [ZOE, JANE],
};

type Account = typeof HARBOUR | typeof PLAIN;

/** An account as a listing shows it. */
export function websiteOf({ websiteID, logo, favicon, name, link, type, config, contacts, integrations }: Account) {
  return { websiteID, logo, favicon, name, link, type, config, contacts, integrations };
}

/** An address with the texts that the service derives from its parts (D6). */
export const madeAddress = {
  display: true,
  streetview: true,
  fullAddress: '3/39 Main Road, Richmond VIC 3121',
  streetAddress: '3/39 Main Road',
  fullSuburb: 'Richmond VIC 3121',
  subNumber: '3',
  lotNumber: '',
  streetNumber: '39',
  street: 'Main Road',
  suburb: 'Richmond',
  state: 'VIC',
  postcode: '3121',
  country: '',
  latitude: '',
  longitude: '',
};

/** The parts of that address. */
export const addressParts = {
  subNumber: '3',
  streetNumber: '39',
  street: 'Main Road',
  suburb: 'Richmond',
  state: 'VIC',
  postcode: '3121',
};
