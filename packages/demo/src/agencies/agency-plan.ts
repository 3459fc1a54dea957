import type { Market } from '../places/demo-place.js';
import { Random } from '../random/random.js';
import { roleOf, type Agency, type Office } from './agency.js';
import { AgencyNames } from './agency-names.js';
import { HOME_STATES, Homes } from './homes.js';
import { paletteOf } from './palettes.js';

/** Agencies are planned in blocks of twelve: one block has every state and every kind of account. */
const BLOCK = HOME_STATES.length;
const SHOWS_OFFICES_OF_MAIN = 8;
const LETS_ONLY = 9;
const SELLS_ONLY = 10;
const CLOSED = 11;
const CLOSED_SHARE = 0.1;

const SKEW = 0.8;
const AGENTS_PER_OFFICE = 3;
const MOST_OFFICES = 60;
const NATIONAL_EVERY = 500;
const FEWEST_NATIONAL_OFFICES = 7;

/** Plans all agencies, largest first, with their offices and agents. */
export function planAgencies(seed: number, accounts: number, agents: number, markets: readonly Market[]): Agency[] {
  const random = new Random(seed, 'agencies');
  const names = new AgencyNames(random);
  const homes = new Homes(markets);
  const staff = staffCounts(accounts, agents);
  const agencies: Agency[] = [];
  let [nextAgent, nextOffice] = [1, 1];
  for (let index = 0; index < accounts; index++) {
    const main = agencies[mainOf(index) ?? -1];
    const shown = index % BLOCK === SHOWS_OFFICES_OF_MAIN ? main?.offices[0] : undefined;
    const home = shown?.market ?? homeOf(random, homes, index);
    const agentCount = staff[index] ?? 0;
    const title = main ? names.under(main.name, shown ? home.place.suburb : 'Rentals') : names.next(home.place.suburb);
    const offices = officeMarkets(random, homes, home, index, agentCount);
    const agency = {
      websiteID: index + 1,
      ...title,
      palette: paletteOf(seed, index + 1),
      ...(main && { main }),
      shows: shown ? [shown] : [],
      ...tradeOf(index),
      firstAgent: nextAgent,
      agentCount,
    };
    agencies.push(open(agency, offices, nextOffice));
    nextAgent += agentCount;
    nextOffice += offices.length;
  }
  return agencies;
}

function tradeOf(index: number): Pick<Agency, 'weight' | 'closed' | 'sells' | 'lets'> {
  const role = index % BLOCK;
  const closed = role === CLOSED;
  return {
    weight: weightOf(index) * (closed ? CLOSED_SHARE : 1),
    closed,
    sells: role !== LETS_ONLY,
    lets: role !== SELLS_ONLY,
  };
}

function homeOf(random: Random, homes: Homes, index: number): Market {
  return index < BLOCK ? homes.inState(random, index) : homes.anywhere(random);
}

function mainOf(index: number): number | undefined {
  const role = index % BLOCK;
  if (role === SHOWS_OFFICES_OF_MAIN) return index - role;
  return role === LETS_ONLY ? index - role + 1 : undefined;
}

// Zipf's law, slightly flattened: many small agencies share a market with a few large ones.
function weightOf(index: number): number {
  return 1 / (index + 1) ** SKEW;
}

/** At least one agent each while there are enough, the rest by size. */
function staffCounts(accounts: number, agents: number): number[] {
  const spare = Math.max(0, agents - accounts);
  let total = 0;
  for (let index = 0; index < accounts; index++) total += weightOf(index);
  const counts = Array.from({ length: accounts }, (_, index) =>
    index < agents ? 1 + Math.floor((spare * weightOf(index)) / total) : 0,
  );
  const left = agents - counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, index) => count + Math.floor(left / accounts) + (index < left % accounts ? 1 : 0));
}

function officeMarkets(
  random: Random,
  homes: Homes,
  home: Market,
  index: number,
  agents: number,
): [Market, ...Market[]] {
  const count = Math.min(MOST_OFFICES, Math.max(1, Math.floor(agents / AGENTS_PER_OFFICE)));
  const national = index % NATIONAL_EVERY === 0 && count > FEWEST_NATIONAL_OFFICES;
  const nearby = count > 1 && !national ? homes.near(home) : undefined;
  const branches = Array.from({ length: count - 1 }, (_, nth) => {
    if (nearby) return nearby.draw(random);
    return nth < HOME_STATES.length - 1 ? homes.inState(random, nth + 1) : homes.anywhere(random);
  });
  return [home, ...branches];
}

function open(plan: Omit<Agency, 'offices'>, [home, ...branches]: [Market, ...Market[]], firstOffice: number): Agency {
  const agency = plan as Agency; // complete as soon as its offices, which refer to it, are added
  const office = (market: Market, nth: number): Office => ({
    id: `AGNT${firstOffice + nth}`,
    agency,
    market,
    sellers: [],
    letters: [],
  });
  agency.offices = [office(home, 0), ...branches.map((market, nth) => office(market, nth + 1))];
  employ(agency);
  return agency;
}

function employ(agency: Agency): void {
  for (let nth = 0; nth < agency.agentCount; nth++) {
    const office = agency.offices[nth % agency.offices.length];
    const role = roleOf(agency, nth);
    if (role === 'rentals') office?.letters.push(agency.firstAgent + nth);
    else if (role !== 'administrator') office?.sellers.push(agency.firstAgent + nth);
  }
}
