import fc, { type Arbitrary } from 'fast-check';
import { countNear, exactly, flag, oneAnd, pages, partOf, some, together, type Draws } from './draws.js';
import type { AccountLine, AgentLine, Query, World } from './lines.js';
import { fullAddressOf } from './places.js';
import { placeDraws, suburbDraws } from './places.draws.js';
import { carSpacesOf } from './listings.values.js';
import type { PropertyReading } from './properties.reading.js';

const hostnameOf = ({ link }: AccountLine): string => new URL(link).hostname;

/** A word or two of some texts, or of anything. */
const wordsOf = (...texts: string[]): Arbitrary<string> =>
  fc.array(fc.constantFrom(...texts).chain(partOf), { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));

export function accountDraws(world: World): Draws<AccountLine> {
  const idOf = ({ subsiteDetails }: AccountLine) => fc.constant(String(subsiteDetails?.mainWebsiteID ?? 11));
  return {
    ...placeDraws(world, ({ address }: AccountLine) => address ?? {}),
    s: (account) => wordsOf(account.name, account.link, fullAddressOf(account.address ?? {}), 'www', 'harbour'),
    id: ({ websiteID }) => fc.constant(String(websiteID)),
    name: ({ name }) => partOf(name),
    link: ({ link }) => partOf(link),
    hostname: (account) => exactly(hostnameOf(account)),
    primaryID: idOf,
    main: idOf,
    type: () => fc.constantFrom('forsale', 'forrent', 'both', 'ForSale'),
    agencyType: () => fc.constantFrom('primary-account', 'sub-account', 'Sub-Account'),
    status: () => fc.oneof(flag(), fc.constantFrom('live', 'active', 'LIVE')),
    iswebsiteclient: flag,
  };
}

export function agentDraws(world: World): Draws<AgentLine> {
  const accountOf = ({ websiteID }: AgentLine) => world.accounts.find((account) => account.websiteID === websiteID)!;
  const placeOf = (agent: AgentLine) => accountOf(agent).address ?? {};
  return {
    ...placeDraws(world, placeOf),
    id: ({ id }) => fc.constant(String(id)),
    s: (agent) => wordsOf(agent.name, agent.email?.agency ?? '', accountOf(agent).name, hostnameOf(accountOf(agent))),
    accessKey: (agent) => fc.constant(accountOf(agent).accessKey),
    hostname: (agent) => exactly(hostnameOf(accountOf(agent))),
    websiteID: ({ websiteID }) => fc.constant(String(websiteID)),
    address: (agent) => partOf(fullAddressOf(placeOf(agent))),
    email: ({ email }) => fc.constantFrom(email?.agency, email?.crm).chain((text) => exactly(text ?? '')),
    name: ({ name }) => partOf(name),
    slug: ({ slug }) => exactly(slug),
    department: ({ departments }) => oneAnd(exactly(departments?.[0] ?? 'sales'), ['principal', 'rentals', 'nothing']),
  };
}

export function propertyDraws(world: World): Draws<PropertyReading> {
  const { region: _, areaname: __, ...places } = placeDraws(world, ({ address }: PropertyReading) => address);
  return {
    ...places,
    bedrooms: ({ latest }) => countNear(latest.features?.['bedrooms']),
    bathrooms: ({ latest }) => countNear(latest.features?.['bathrooms']),
    carspaces: ({ latest }) => countNear(carSpacesOf(latest)),
    address: ({ address }) => partOf(fullAddressOf(address)),
    street: ({ address }) => partOf(address.street ?? ''),
    listingType: ({ listings }) =>
      oneAnd(exactly(listings.at(-1)?.listingType ?? 'land'), ['rental', 'commercial', 'rural']),
  };
}

/** Queries of a list: up to so many parameters, and a page. */
export const queriesOf = <Thing>(draws: Draws<Thing>, things: readonly Thing[], most: number): Arbitrary<Query> =>
  together(some(draws, Object.keys(draws), fc.constantFrom(...things), most), pages);

export const suburbQueries = (world: World): Arbitrary<Query> => queriesOf(suburbDraws(world), world.suburbs, 3);

/** The parameters that the three lists of names take. */
export const suburbNameDraws = (world: World) => {
  const { suburb, state, postcode, region, areaname } = suburbDraws(world);
  return { suburb, state, postcode, region, areaname } as ReturnType<typeof suburbDraws>;
};
