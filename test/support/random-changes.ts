import type { Dice } from './brute-force/dice.js';
import type { DatedListing, World } from './brute-force/lines.js';
import { seed } from './seed.js';
import type { TestService } from './service.js';

/** Random changes, through the writers of production or by SQL. */
type RandomChange = (service: TestService, world: World, dice: Dice, round: number) => Promise<unknown>;

const write = (service: TestService, text: string, values: unknown[] = []) =>
  service.store.dataSource.query(text, values);

/** A listing with some of the fields of another one. */
function mixed(one: DatedListing, other: DatedListing, dice: Dice): DatedListing {
  const fields = Object.entries(other).filter(([name]) => !IDENTITY.has(name) && dice.chance(0.3));
  return { ...one, ...Object.fromEntries(fields), modtime: new Date().toISOString() };
}

/** Imports listings, without agents that no longer exist. */
async function importListings<Line extends Pick<DatedListing, 'agents'>>(
  service: TestService,
  listings: readonly Line[],
) {
  const agents = (await write(service, 'SELECT id FROM agents')) as { id: number }[];
  const known = new Set(agents.map(({ id }) => id));
  const kept = listings.map((line) => ({ ...line, agents: line.agents.filter(({ id }) => known.has(id)) }));
  return seed(service, { listings: kept });
}

const IDENTITY: ReadonlySet<string> = new Set([
  '_id',
  'id',
  'uniqueID',
  'agentID',
  'websiteID',
  'propertyID',
  'modtime',
]);
const OFFICES = ['HARB1', 'HARB2', 'HARB3'];
const NAMES = ['Jane Citizen', 'Ada Newly', 'Émile Zöla', 'John Smith'];

/** Every kind of change for every resource. */
export const RANDOM_CHANGES: Readonly<Record<string, RandomChange>> = {
  'listings updated by an import': (service, { listings }, dice) =>
    importListings(
      service,
      dice.some(listings, 3).map((one) => mixed(one, dice.pick(listings), dice)),
    ),
  'a status': (service, { listings }, dice) => {
    const status = dice.pick(['current', 'sold', 'leased', 'withdrawn', 'offmarket']);
    return importListings(service, [{ ...dice.pick(listings), status, modtime: new Date().toISOString() }]);
  },
  'a price': (service, { listings }, dice) =>
    write(service, 'UPDATE listings SET price = $1 WHERE id = $2', [dice.below(900_000), dice.pick(listings).id]),
  'a new listing': (service, { listings }, dice, round) => {
    const { _id, id: _, ...line } = mixed(dice.pick(listings), dice.pick(listings), dice);
    return importListings(service, [{ ...line, uniqueID: `new-${round}` }]);
  },
  'a deletion': (service, { listings }, dice) =>
    write(service, 'DELETE FROM listings WHERE id = $1', [dice.pick(listings).id]),
  'agents of a listing': (service, { listings, agents }, dice) =>
    write(
      service,
      `INSERT INTO listing_agents SELECT id, $2, 9, true FROM listings WHERE id = $1
        AND EXISTS (SELECT FROM agents WHERE agents.id = $2) ON CONFLICT DO NOTHING`,
      [dice.pick(listings).id, dice.pick(agents).id],
    ),
  'agents that are taken off': (service, { agents }, dice) =>
    write(service, 'DELETE FROM listing_agents WHERE agent_id = $1 AND listing_id % 7 = $2', [
      dice.pick(agents).id,
      dice.below(7),
    ]),
  'an inspection': (service, { listings }, dice) =>
    write(service, 'DELETE FROM listing_inspections WHERE listing_id = $1', [dice.pick(listings).id]),
  'what is shown of a listing': (service, { listings }, dice, round) =>
    write(
      service,
      `UPDATE listing_documents SET document = regexp_replace(document, '"headline":"[^"]*"', $2) WHERE listing_id = $1`,
      [dice.pick(listings).id, `"headline":"Note ${round}"`],
    ),
  'an account': (service, { accounts }, dice, round) =>
    service.put(`/api/v1/websites/${dice.pick(accounts).websiteID}`, { name: `Renamed ${round}` }),
  'the offices of a sub-account': (service, { accounts }, dice) => {
    const subs = accounts.filter(({ subsiteDetails }) => subsiteDetails?.mainWebsiteID);
    return service.put(`/api/v1/websites/${dice.pick(subs).websiteID}`, {
      subsiteDetails: { listingSource: dice.pick(['officeID', '']), listingOfficeIDs: dice.some(OFFICES, 2) },
    });
  },
  'the office of an account': (service, { accounts, suburbs }, dice) => {
    const { suburb, state, postcode } = dice.pick(suburbs);
    return service.put(`/api/v1/websites/${dice.pick(accounts).websiteID}`, {
      address: { suburb, state, postcode },
      link: dice.pick(['https://www.harbour.example', 'https://other.example']),
    });
  },
  'the coordinates of an office': (service, { accounts }, dice) =>
    service.put(`/api/v1/websites/${dice.pick(accounts).websiteID}`, {
      address: dice.pick([
        { latitude: '-37.8', longitude: '145' },
        { latitude: '-33.9', longitude: '151.2' },
        { latitude: '', longitude: '' },
      ]),
    }),
  'an account that is enabled or displayed': (service, { accounts }, dice) =>
    service.put(`/api/v1/websites/${dice.pick(accounts).websiteID}`, {
      status: dice.chance(0.7),
      isDisplayToFrontEnd: dice.chance(0.5),
    }),
  'the centre of a suburb': (service, { suburbs }, dice) =>
    seed(service, {
      suburbs: dice.some(suburbs, 6).map((suburb) => ({
        ...suburb,
        latitude: dice.pick(['-37.8', '-33.85']),
        longitude: dice.pick(['145', '151.2']),
      })),
    }),
  'the names of surrounding suburbs': (service, { suburbs }, dice) => {
    const [one, other] = [dice.pick(suburbs), dice.pick(suburbs)];
    return seed(service, { suburbs: [{ ...one, surroundingSuburbs: [{ name: other.name, slug: other.slug }] }] });
  },
  'a sale or a lease': (service, { listings }, dice, round) => {
    const now = new Date(Date.now() + round).toISOString();
    const date = dice.pick([now, '', '2025-01-01T00:00:00.000Z']);
    const soldDetails = { price: dice.pick([800_000, 900_000]), ...(date && { date }) };
    const status = dice.pick(['sold', 'sold', 'leased']);
    return importListings(service, [{ ...dice.pick(listings), status, soldDetails, modtime: now }]);
  },
  'a key': (service, { accounts }, dice, round) =>
    service.put(`/api/v1/websites/${dice.pick(accounts).websiteID}`, { accessKey: `key-${round}` }),
  'an agent': (service, { agents }, dice) =>
    service.put(`/api/v1/agents/${dice.pick(agents).id}`, { name: dice.pick(NAMES), slug: null }),
  'an agent that moves': (service, { agents, accounts }, dice) =>
    service.put(`/api/v1/agents/${dice.pick(agents).id}`, {
      websiteID: dice.pick(accounts).websiteID,
      departments: dice.some(['Sales', 'Rentals'], 2),
      email: { agency: dice.pick(['jane@harbour.example', 'x@y.example']) },
    }),
  'an agent that goes': (service, { agents }, dice, round) =>
    round % 8 === 0 ? service.delete(`/api/v1/agents/${dice.pick(agents).id}`) : Promise.resolve(),
  'a suburb of the reference': (service, { suburbs }, dice, round) =>
    seed(service, { suburbs: [{ ...dice.pick(suburbs), regionName: `Region ${round % 3}` }] }),
  'the area of a suburb': (service, { suburbs }, dice, round) =>
    seed(service, { suburbs: [{ ...dice.pick(suburbs), areaName: `Area ${round % 3}` }] }),
  'many listings': (service, _, dice) =>
    write(service, 'UPDATE listings SET bedrooms = bedrooms + 1 WHERE id % 50 = $1', [dice.below(50)]),
  'what cannot be judged': (service, _, dice, round) =>
    round % 5 === 0 ? write(service, 'TRUNCATE listing_inspections') : Promise.resolve(dice.below(2)),
};
