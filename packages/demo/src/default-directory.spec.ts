import { describe, expect, it } from 'vitest';
import { generateDirectory } from './generate-directory.js';

/**
 * One resource of each kind in the default directory, with any date: the examples of the OpenAPI document name them. They
 * belong together: the agent sells the listing, at the property, for the account, in the suburb of its office.
 */
const WELL_KNOWN = {
  account: {
    websiteID: 1,
    _id: '412bafe2-ffec-5499-ac7b-baa9588d8063',
    name: 'Harbourstone Homes',
    link: 'https://www.harbourstone-homes.example',
  },
  agent: {
    id: 1,
    _id: 'a1665733-df7c-5b51-b851-b304cc4f1ee8',
    slug: 'james-popov',
    name: 'James Popov',
  },
  listing: {
    id: 239,
    _id: '8ec1f869-f9a1-5137-8c2b-78f8c4bb15d0',
    uniqueID: 'S100238',
    agentID: 'AGNT1',
  },
  property: {
    id: 155,
    _id: '58a2c457-5dfe-5cf8-9cdf-24eb0728134d',
    fullAddress: '139 Burke Street, Hurstville NSW 2220',
  },
  suburb: { name: 'Hurstville NSW 2220', slug: 'hurstville-nsw-2220' },
  /** Of the account. The database numbers both from 1. */
  hookID: 1,
  feedRunID: 1,
} as const;

const directory = generateDirectory({ now: new Date('2026-03-04') });
const accounts = new Map([...directory.accounts].map((account) => [account.websiteID, account]));
const listings = [...directory.listings];
const AREAS: Record<string, string> = {
  NSW: '02',
  ACT: '02',
  VIC: '03',
  TAS: '03',
  QLD: '07',
  SA: '08',
  WA: '08',
  NT: '08',
};

interface Located {
  readonly latitude: string;
  readonly longitude: string;
}

/** Kilometres, in a plane. */
function distance(one: Located, other: Located): number {
  const narrowing = Math.cos((Number(one.latitude) * Math.PI) / 180);
  const north = Number(one.latitude) - Number(other.latitude);
  return Math.hypot(north, (Number(one.longitude) - Number(other.longitude)) * narrowing) * 111.2;
}

describe.each(['2026-03-04', '2031-11-30'])('the well-known resources on %s', (date) => {
  const { suburbs, accounts: all, agents, listings: lines } = generateDirectory({ now: new Date(date) });
  const { account, agent, listing, property, suburb } = WELL_KNOWN;

  it('exist, and belong together', () => {
    const office = [...all].find(({ websiteID }) => websiteID === account.websiteID);
    expect(office).toMatchObject({ ...account, status: true, address: { fullSuburb: suburb.name } });
    expect(office?.hooks).toHaveLength(1);
    expect([...agents].find(({ id }) => id === agent.id)).toMatchObject({ ...agent, websiteID: account.websiteID });
    expect([...suburbs].find(({ slug }) => slug === suburb.slug)).toMatchObject(suburb);
    expect([...lines].find(({ id }) => id === listing.id)).toMatchObject({
      ...listing,
      status: 'current',
      websiteID: account.websiteID,
      agents: [{ id: agent.id }],
      propertyID: property.id,
      address: { display: true, _id: property._id, fullAddress: property.fullAddress, fullSuburb: suburb.name },
      price: { display: true },
    });
  });
});

describe('the default directory', () => {
  it('has 12 accounts, 60 agents, 400 suburbs and 2,000 listings', () => {
    const { suburbs, agents } = directory;
    expect([[...suburbs], accounts, [...agents], listings].map((lines) => [...lines].length)).toEqual([
      400, 12, 60, 2_000,
    ]);
  });

  it('shows only pictures of the service', () => {
    const base = 'https://directory.example/api';
    const { agents, ...made } = generateDirectory({ now: new Date('2026-03-04'), base, listings: 200 });
    const shown = [
      ...[...made.accounts].flatMap(({ logo, favicon, config }) => [
        ...Object.values(logo),
        favicon,
        config.cloudAlphaCDN,
        config.cloudBetaCDN,
      ]),
      ...[...agents].map(({ profileImage }) => profileImage),
      ...[...made.listings].flatMap(({ images, documents }) => [
        ...images.map(({ url }) => url),
        ...documents.flatMap(({ url, type }) => (type === 'floorplan' ? url : [])),
      ]),
    ].filter(Boolean);
    expect(shown.length).toBeGreaterThan(1_000);
    expect(shown.filter((url) => !url.startsWith(`${base}/pictures`))).toEqual([]);
  });

  it('repeats few headlines, and starts each with a capital or a figure', () => {
    const headlines = listings.map(({ headline }) => headline);
    expect(new Set(headlines).size / headlines.length).toBeGreaterThan(0.9);
    expect(headlines.filter((headline) => !/^[A-Z\d].*[^ {}]$/.test(headline))).toEqual([]);
  });

  it('has most listings near the office of their agency', () => {
    const distances = listings.flatMap(({ websiteID, address }) => {
      const account = accounts.get(websiteID);
      return account ? distance(account.address, address) : [];
    });
    expect(distances).toHaveLength(listings.length);
    expect(distances.filter((kilometres) => kilometres < 30).length / distances.length).toBeGreaterThan(0.8);
  });

  it('has telephone numbers with the area code of their state, from ranges that are never assigned', () => {
    const FIXED = /^\((0\d)\) (5550|7010) \d{4}$/;
    for (const { contacts, address } of accounts.values()) {
      const numbers = [...Object.values(contacts.phone), contacts.fax.office];
      expect(numbers.map((number) => FIXED.exec(number)?.[1])).toEqual(numbers.map(() => AREAS[address.state]));
    }
    for (const { telephone, websiteID } of directory.agents) {
      for (const { number, type } of telephone) {
        if (type === 'mobile') expect(number).toMatch(/^0491 57\d \d{3}$/);
        else expect(FIXED.exec(number)?.[1]).toBe(AREAS[accounts.get(websiteID)?.address.state ?? '']);
      }
    }
  });
});
