import { describe, expect, it } from 'vitest';
import { generateDirectory } from '../generate-directory.js';

const now = new Date('2026-03-04T03:00:00Z');

describe.each([
  { accounts: 12, agents: 60 },
  { accounts: 500, agents: 3_000 },
  { accounts: 30, agents: 10 },
])('$accounts accounts with $agents agents', (size) => {
  const directory = generateDirectory({ ...size, listings: 0, now });
  const accounts = [...directory.accounts];
  const agents = [...directory.agents];

  it('have distinct ids, host names, slugs and e-mail addresses', () => {
    const distinct = (values: unknown[]) => new Set(values).size;
    expect(accounts.map(({ websiteID }) => websiteID)).toEqual(accounts.map((_, index) => index + 1));
    expect(agents.map(({ id }) => id)).toEqual(agents.map((_, index) => index + 1));
    expect(distinct(accounts.map(({ link }) => link))).toBe(size.accounts);
    expect(distinct(accounts.map(({ _id }) => _id))).toBe(size.accounts);
    expect(distinct(agents.map(({ _id }) => _id))).toBe(size.agents);
    expect(distinct(agents.map(({ slug }) => slug))).toBe(size.agents);
    expect(distinct(agents.map(({ email }) => email.agency))).toBe(size.agents);
  });

  it('refer to existing accounts and offices', () => {
    const ids = new Set(accounts.map(({ websiteID }) => websiteID));
    expect(agents.every(({ websiteID }) => ids.has(websiteID))).toBe(true);
    for (const { type, subsiteDetails, websiteID } of accounts) {
      expect(type).toBe(subsiteDetails ? 'sub-account' : 'primary-account');
      if (subsiteDetails) expect(ids.has(subsiteDetails.mainWebsiteID)).toBe(true);
      expect(subsiteDetails?.mainWebsiteID).not.toBe(websiteID);
    }
  });
});

describe('a dozen accounts', () => {
  const directory = generateDirectory({ listings: 0, now });
  const accounts = [...directory.accounts];

  it('include every kind: both kinds of sub-account, a disabled one, custom slugs, hooks, sales or rentals only', () => {
    const sources = accounts.map(({ subsiteDetails }) => subsiteDetails?.listingSource);
    expect(sources.filter((source) => source === 'officeID')).toHaveLength(1);
    expect(sources.filter((source) => source === '')).toHaveLength(1);
    expect(accounts.filter(({ status }) => !status)).toHaveLength(1);
    expect(accounts.filter(({ enabledSlug, slugs }) => enabledSlug && slugs.length === 2)).toHaveLength(4);
    expect(accounts.filter(({ hooks }) => hooks.length > 0)).toHaveLength(3);
    expect(accounts.filter(({ config }) => !config.listingTypes.hasForSale)).toHaveLength(1);
    expect(accounts.filter(({ config }) => !config.listingTypes.hasForRent)).toHaveLength(1);
  });

  it('are located in every state', () => {
    expect(new Set(accounts.map(({ address }) => address.state)).size).toBe(8);
  });

  it('name offices of the main account as a listing source', () => {
    const shown = accounts.flatMap(({ subsiteDetails }) => subsiteDetails?.listingOfficeIDs ?? []);
    const main = accounts.find(({ subsiteDetails }) => subsiteDetails?.listingSource)?.subsiteDetails?.mainWebsiteID;
    const offices = [...directory.agents]
      .filter(({ websiteID }) => websiteID === main)
      .flatMap(({ officeID }) => officeID);
    expect(shown.length).toBeGreaterThan(0);
    expect(offices).toEqual(expect.arrayContaining(shown));
  });

  it('differ in size: the biggest has several times the agents of the smallest', () => {
    const sizes = accounts.map(
      ({ websiteID }) => [...directory.agents].filter((agent) => agent.websiteID === websiteID).length,
    );
    expect(Math.max(...sizes)).toBeGreaterThan(4 * Math.min(...sizes));
    expect(Math.min(...sizes)).toBeGreaterThan(0);
  });
});
