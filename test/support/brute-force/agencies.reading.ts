import type { AccountLine, AgentLine, DatedListing, Query, World } from './lines.js';
import { byDistance, isOnMap } from './map.js';
import {
  countedListings,
  countsOf,
  hasCounts,
  isSeen,
  NO_COUNTS,
  officeOf,
  OPERATOR_VIEW,
  readItem,
  type Counts,
  type Viewer,
} from './offices.reading.js';
import { isShownBy } from './listings.reading.js';
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
  surroundingsuburb: together,
  near: together,
  radius: together,
  bbox: together,
  polygon: together,
  listsIn: together,
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

/** A row that a query finds, with its office, its numbers, and its item. */
interface Found<Line> {
  readonly line: Line;
  readonly item: string;
}

/** Finds the lines of owners of listings, in order (B76); by default by id (D8). */
function findOwners<Line extends { readonly name: string; readonly createdAt: string; readonly updatedAt: string }>(
  world: World,
  query: Query,
  viewer: Viewer,
  lines: readonly Line[],
  owners: {
    readonly id: (line: Line) => number;
    readonly account: (line: Line) => AccountLine;
    readonly owns: (line: Line, listing: DatedListing) => boolean;
    readonly matches: (line: Line) => boolean;
  },
): Found<Line>[] {
  const { sort = 'id', near, listsIn, surroundingsuburb = '' } = query;
  const counted = hasCounts(query) ? countedListings(world, query, viewer) : undefined;
  const countsFor = (line: Line) =>
    counted ? countsOf(counted, (listing) => owners.owns(line, listing), viewer, world) : NO_COUNTS;
  const found = lines
    .filter((line) => {
      const account = owners.account(line);
      return (
        isSeen(world, account, viewer) &&
        owners.matches(line) &&
        isPlacedWithin(world, account.address ?? {}, query, isTrue(surroundingsuburb)) &&
        isOnMap(officeOf(world, account), query)
      );
    })
    .map((line) => ({ line, counts: countsFor(line) }))
    .filter(({ counts: { sale, rent, sold12Months, leased12Months } }) =>
      listsIn === undefined ? true : sale + rent + sold12Months + leased12Months > 0,
    );
  const distance = byDistance(near);
  const most = (numberOf: (counts: Counts) => number) => (a: (typeof found)[number], b: (typeof found)[number]) =>
    numberOf(b.counts) - numberOf(a.counts);
  const orders = {
    ...Object.fromEntries(
      Object.entries(DATED_ORDERS).map(([name, order]) => [
        name,
        (a: (typeof found)[number], b: (typeof found)[number]) => order(a.line, b.line),
      ]),
    ),
    'listings-desc': most(({ sale, rent }) => sale + rent),
    'sales-desc': most(({ sold12Months }) => sold12Months),
    distance: (a: (typeof found)[number], b: (typeof found)[number]) =>
      distance(officeOf(world, owners.account(a.line)), officeOf(world, owners.account(b.line))),
  };
  return inOrder(found, orders, sort, ({ line }) => owners.id(line)).map(({ line, counts }) => ({
    line,
    item: readItem(world, query, owners.id(line), owners.account(line), counts),
  }));
}

/** The accounts that a query selects, in order. */
export const readAccounts = (world: World, query: Query, viewer = OPERATOR_VIEW): Found<AccountLine>[] =>
  findOwners(world, query, viewer, world.accounts, {
    id: ({ websiteID }) => websiteID,
    account: (account) => account,
    owns: ({ websiteID }, listing) => isShownBy(listing, websiteID, world),
    matches: (account) => Object.entries(query).every(([name, value]) => ACCOUNT_READINGS[name]?.(account, value)),
  });

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

/** The agents that a query selects, in order. */
export function readAgents(world: World, query: Query, viewer = OPERATOR_VIEW): Found<AgentLine>[] {
  const accountOf = ({ websiteID }: AgentLine): AccountLine => {
    const account = world.accounts.find((one) => one.websiteID === websiteID);
    if (!account) throw new Error('An agent has an account');
    return account;
  };
  return findOwners(world, query, viewer, world.agents, {
    id: ({ id }) => id,
    account: accountOf,
    owns: ({ id }, { agents }) => agents.some((agent) => agent.id === id),
    matches: (agent) =>
      Object.entries(query).every(([name, value]) => AGENT_READINGS[name]?.(agent, value, accountOf(agent))),
  });
}
