import type { AccountLine, AgentLine, Query, World } from './lines.js';
import { DATED_ORDERS, inOrder } from './orders.js';
import { fullAddressOf, isPlacedWithin } from './places.js';
import { fold, hasEachName, isAnyId, isOneOf, isPart, isPartOfName, isSame, isTrue } from './texts.js';

type AccountReading = (account: AccountLine, value: string) => boolean;
type AgentReading = (agent: AgentLine, value: string, account: AccountLine) => boolean;

const together = () => true;
const PLACES = { suburb: together, fullSuburb: together, state: together, postcode: together };
const SHARED = {
  page: together,
  sort: together,
  cursor: together,
  limit: together,
  ...PLACES,
  region: together,
  areaname: together,
};

/** D14. */
const hostnameOf = ({ link }: AccountLine): string => new URL(link).hostname.toLowerCase();
const folderNameOf = (account: AccountLine): string =>
  hostnameOf(account)
    .split('.')
    .find((label) => label !== 'www') ?? '';
const shows = ({ config }: AccountLine, what: 'hasForSale' | 'hasForRent') => config?.listingTypes[what] === true;
const isSubAccountOf: AccountReading = ({ subsiteDetails }, value) => subsiteDetails?.mainWebsiteID === Number(value);

/** The meaning of each parameter of the list of accounts, according to the decisions. */
export const ACCOUNT_READINGS: Readonly<Record<string, AccountReading>> = {
  ...SHARED,
  s: (account, value) => {
    const { name, link, address = {} } = account;
    return hasEachName([name, link, hostnameOf(account), folderNameOf(account), fullAddressOf(address)], value);
  },
  id: ({ websiteID }, value) => websiteID === Number(value),
  ids: ({ websiteID }, values) => isAnyId([websiteID], values),
  name: ({ name }, value) => isPartOfName(name, value),
  link: ({ link }, value) => isPart(link, value),
  hostname: (account, value) => hostnameOf(account) === value,
  primaryID: isSubAccountOf,
  main: isSubAccountOf,
  type: (account, value) =>
    (!/forsale|both/i.test(value) || shows(account, 'hasForSale')) &&
    (!/forrent|both/i.test(value) || shows(account, 'hasForRent')),
  agencyType: ({ type = 'primary-account' }, value) => isSame(type, value),
  status: ({ status = true }, value) => status === (isTrue(value) || /^(live|active)$/i.test(value)),
  iswebsiteclient: ({ isWebsiteClient = false }, value) => isWebsiteClient === isTrue(value),
};

/** The accounts that a query selects, in order; by default by `websiteID` (D8). */
export function readAccounts(world: World, query: Query): AccountLine[] {
  const found = world.accounts.filter(
    (account) =>
      Object.entries(query).every(([name, value]) => ACCOUNT_READINGS[name]?.(account, value)) &&
      isPlacedWithin(world, account.address ?? {}, query),
  );
  return inOrder(found, DATED_ORDERS, query['sort'] ?? 'id', ({ websiteID }) => websiteID);
}

/** The meaning of each parameter of the list of agents, according to the decisions (D19). */
export const AGENT_READINGS: Readonly<Record<string, AgentReading>> = {
  ...SHARED,
  id: ({ id }, value) => id === Number(value),
  ids: ({ id }, values) => isAnyId([id], values),
  s: ({ name, email }, value, account) =>
    hasEachName([name, email?.agency ?? '', email?.crm ?? '', account.name, hostnameOf(account)], value),
  accessKey: (_, value, { accessKey }) => accessKey === value,
  hostname: (_, value, account) => isSame(hostnameOf(account), value),
  websiteID: ({ websiteID }, value) => websiteID === Number(value),
  address: (_, value, { address = {} }) => isPart(fullAddressOf(address), value),
  email: ({ email }, value) => [email?.agency, email?.crm].some((text) => text && isSame(text, value)),
  name: ({ name }, value) => isPartOfName(name, value),
  slug: ({ slug }, value) => isSame(slug, value),
  department: ({ departments = [] }, values) => departments.some((department) => isOneOf(fold(department), values)),
};

/** The agents that a query selects, in order; by default by id (D8). */
export function readAgents(world: World, query: Query): AgentLine[] {
  const found = world.agents.filter((agent) => {
    const account = world.accounts.find(({ websiteID }) => websiteID === agent.websiteID);
    if (!account) throw new Error('An agent has an account');
    return (
      Object.entries(query).every(([name, value]) => AGENT_READINGS[name]?.(agent, value, account)) &&
      isPlacedWithin(world, account.address ?? {}, query)
    );
  });
  const listed = ({ id }: AgentLine) =>
    world.listings.filter(({ status, agents }) => status === 'current' && agents.some((agent) => agent.id === id))
      .length;
  const orders = { ...DATED_ORDERS, listings: (a: AgentLine, b: AgentLine) => listed(b) - listed(a) };
  return inOrder(found, orders, query['sort'] ?? 'id', ({ id }) => id);
}
