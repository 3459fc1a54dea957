import fc, { type Arbitrary } from 'fast-check';
import { exactly, flag, oneAnd, partOf, type Draws } from './draws.js';
import type { AccountLine, AgentLine, World } from './lines.js';
import { DATED_ORDERS } from './orders.js';
import { fullAddressOf } from './places.js';
import { placeDraws } from './places.draws.js';

const hostnameOf = ({ link }: AccountLine): string => new URL(link).hostname;

/** One or two words of some texts, or of any text. */
const wordsOf = (...texts: string[]): Arbitrary<string> =>
  fc.array(fc.constantFrom(...texts).chain(partOf), { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));

const sorts = (): Arbitrary<string> => fc.constantFrom(...Object.keys(DATED_ORDERS));

/** Draws values for each parameter of the list of accounts. */
export function accountDraws(world: World): Draws<AccountLine> {
  const idOf = ({ subsiteDetails }: AccountLine) => fc.constant(String(subsiteDetails?.mainWebsiteID ?? 11));
  return {
    ...placeDraws(world, ({ address }: AccountLine) => address ?? {}),
    s: (account) => wordsOf(account.name, account.link, fullAddressOf(account.address ?? {}), 'www', 'harbour'),
    id: ({ websiteID }) => fc.constant(String(websiteID)),
    ids: ({ websiteID }) => oneAnd(fc.constant(String(websiteID)), ['11', '12', '999']),
    name: ({ name }) => partOf(name),
    link: ({ link }) => partOf(link),
    hostname: (account) => exactly(hostnameOf(account)),
    primaryID: idOf,
    main: idOf,
    type: () => fc.constantFrom('forsale', 'forrent', 'both', 'ForSale'),
    agencyType: () => fc.constantFrom('primary-account', 'sub-account', 'Sub-Account'),
    status: () => fc.oneof(flag(), fc.constantFrom('live', 'active', 'LIVE')),
    iswebsiteclient: flag,
    sort: sorts,
  };
}

/** Draws values for each parameter of the list of agents. */
export function agentDraws(world: World): Draws<AgentLine> {
  const accountOf = ({ websiteID }: AgentLine) => world.accounts.find((account) => account.websiteID === websiteID)!;
  const offsetOf = (agent: AgentLine) => accountOf(agent).address ?? {};
  return {
    ...placeDraws(world, offsetOf),
    id: ({ id }) => fc.constant(String(id)),
    ids: ({ id }) => oneAnd(fc.constant(String(id)), ['1', '2', '999']),
    s: (agent) => wordsOf(agent.name, agent.email?.agency ?? '', accountOf(agent).name, hostnameOf(accountOf(agent))),
    accessKey: (agent) => fc.constant(accountOf(agent).accessKey),
    hostname: (agent) => exactly(hostnameOf(accountOf(agent))),
    websiteID: ({ websiteID }) => fc.constant(String(websiteID)),
    address: (agent) => partOf(fullAddressOf(offsetOf(agent))),
    email: ({ email }) => fc.constantFrom(email?.agency, email?.crm).chain((text) => exactly(text ?? '')),
    name: ({ name }) => partOf(name),
    slug: ({ slug }) => exactly(slug),
    department: ({ departments }) => oneAnd(exactly(departments?.[0] ?? 'sales'), ['principal', 'rentals', 'nothing']),
    sort: () => fc.constantFrom('listings', ...Object.keys(DATED_ORDERS)),
  };
}
