import fc, { type Arbitrary } from 'fast-check';
import { exactly, flag, oneAnd, partOf, queriesOf, together, type Draws } from './draws.js';
import type { AccountLine, AgentLine, DatedListing, Query, World } from './lines.js';
import { isShownBy } from './listings.reading.js';
import { mapQueries } from './map.draws.js';
import { officeOf } from './offices.reading.js';
import { DATED_ORDERS } from './orders.js';
import { fullAddressOf, fullSuburbOf, regionsOf, suburbOf } from './places.js';
import { placeDraws } from './places.draws.js';

const hostnameOf = ({ link }: AccountLine): string => new URL(link).hostname;

/** One or two words of some texts, or of any text. */
const wordsOf = (...texts: string[]): Arbitrary<string> =>
  fc.array(fc.constantFrom(...texts).chain(partOf), { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));

const sorts = (): Arbitrary<string> =>
  fc.constantFrom('listings-desc', 'sales-desc', 'listings-desc', 'sales-desc', ...Object.keys(DATED_ORDERS));

/** Places of listings: suburbs, postcodes, regions, areas, and several of them. */
function listsIn(world: World, listings: readonly DatedListing[]): Arbitrary<string> {
  const listing = fc.constantFrom(...(listings.length > 0 ? listings : world.listings));
  return listing.chain(({ address }) => {
    const { suburb = '', state = '', postcode = '' } = address;
    const known = suburbOf(world, address);
    const name = fc.constantFrom(
      suburb,
      `${suburb}, ${state}`,
      `${suburb} ${postcode}`,
      fullSuburbOf(address),
      postcode,
      ...regionsOf(known),
      known?.areaName ?? '',
    );
    return oneAnd(name.chain(exactly), ['Richmond', '2795', 'Hume', 'Nowhere at all']);
  });
}

const ownedBy = (world: World, { websiteID }: AccountLine): DatedListing[] =>
  world.listings.filter((listing) => isShownBy(listing, websiteID, world));

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
    surroundingsuburb: flag,
    listsIn: (account) => listsIn(world, ownedBy(world, account)),
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
    sort: sorts,
    surroundingsuburb: flag,
    listsIn: ({ id }) =>
      listsIn(
        world,
        world.listings.filter(({ agents }) => agents.some((agent) => agent.id === id)),
      ),
  };
}

/** The same queries: some with a shape on the map around an office, some with a place of listings, most with an order. */
function aroundOffices(world: World, queries: Arbitrary<Query>): Arbitrary<Query> {
  const offices = world.accounts.map((account) => officeOf(world, account)).filter(({ latitude }) => latitude);
  const places = fc
    .record(
      {
        listsIn: listsIn(world, world.listings),
        surroundingsuburb: fc.constantFrom('true', 'false'),
        sort: sorts(),
      },
      { requiredKeys: [] },
    )
    .map((query) => ({ ...query }));
  return together(queries, fc.oneof(mapQueries(fc.constantFrom(...offices)), places, fc.constant({})));
}

/** Parameters that `public` pairs may not use, or read otherwise (B53). */
const NOT_PUBLIC = new Set(['primaryID', 'main', 'agencyType', 'iswebsiteclient', 'accessKey', 'email', 's']);

/** The same queries, with the parameters that mean the same to every caller. */
export const forEveryCaller = (queries: Arbitrary<Query>): Arbitrary<Query> =>
  queries.map((query) => Object.fromEntries(Object.entries(query).filter(([name]) => !NOT_PUBLIC.has(name))));

/** Queries of the list of accounts. */
export const accountQueries = (world: World, most = 3): Arbitrary<Query> =>
  aroundOffices(world, queriesOf(accountDraws(world), world.accounts, most));

/** Queries of the list of agents. */
export const agentQueries = (world: World, most = 3): Arbitrary<Query> =>
  aroundOffices(world, queriesOf(agentDraws(world), world.agents, most));
