import { created, type Keys, type TestService } from '../support/service.js';

/** An agent as answers return it. The fields that tests use are typed. */
export interface AgentAnswer {
  readonly _id: string;
  readonly id: number;
  readonly websiteID: number;
  readonly name: string;
  readonly slug: string;
  readonly [field: string]: unknown;
}

type Fields = Record<string, unknown>;

/** The smallest body that a create accepts, plus fields of the test. The first word of the name is the first name. */
export function agentBody(websiteID: number, name = 'Jane Citizen', fields: Fields = {}): Fields {
  const [firstname = name, ...others] = name.split(' ');
  return { websiteID, name, firstname, lastname: others.join(' ') || firstname, ...fields };
}

/** Creates an agent, by default as the operator. */
export async function createAgent(
  service: TestService,
  websiteID: number,
  name?: string,
  fields?: Fields,
  as?: Keys,
): Promise<AgentAnswer> {
  const body = agentBody(websiteID, name, fields);
  return created(await service.post<AgentAnswer>('/api/v1/agents', body, as ? { as } : {}), 200);
}

/** Every writable field except `websiteID`, with a value that is not its default. */
export const everyAgentField = {
  officeID: ['HARB1', 'HARB2'],
  name: 'Zoë O’Hara',
  firstname: 'Zoë',
  lastname: 'O’Hara',
  slug: 'zoe-of-the-harbour',
  telephone: [
    { number: '03 9000 0001', type: 'BH' },
    { number: '0400 000 001', type: 'mobile' },
  ],
  email: { agency: 'zoe@harbour.example', crm: 'zoe@crm.example' },
  profileVideo: 'https://video.example/zoe',
  biography: 'Twenty years by the harbour.',
  departments: ['principal', 'sales'],
  positions: ['Senior Agent', 'Auctioneer'],
  profileImage: 'https://cdn.harbour.example/zoe.jpg',
  profileLink: 'https://www.harbour.example/zoe',
  socialMedia: {
    networkA: 'https://network-a.example/zoe',
    networkB: 'https://network-b.example/zoe',
    networkC: 'https://network-c.example/zoe',
    networkD: 'https://network-d.example/zoe',
    networkE: 'https://network-e.example/zoe',
  },
};

/** The fields of an agent that was created with only the required fields. */
export const agentDefaults = {
  officeID: [],
  telephone: [],
  profileVideo: '',
  biography: '',
  departments: [],
  positions: [],
  profileImage: '',
  profileLink: '',
  socialMedia: { networkA: '', networkB: '', networkC: '', networkD: '', networkE: '' },
};
