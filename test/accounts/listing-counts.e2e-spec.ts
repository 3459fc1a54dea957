import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createAgent,
  createSubAccount,
  listingLine,
  seed,
  specService,
} from '@testing';
import { BURNLEY, countedListings, HUME, type Item, type Line, NONE, soldLine, SUBURBS } from './counted-listings.js';

const service = specService();
const { load, countsOf, listed } = countedListings(service);
/** The agency of a test, and another one. */
let agency: AccountAnswer;
let other: AccountAnswer;

beforeAll(() => seed(service, { suburbs: SUBURBS }));

beforeEach(async () => {
  agency = await createAccount(service);
  other = await createAccount(service);
});

const line = (fields: Partial<Line> = {}): Line => listingLine(agency.websiteID, fields);
const sold = (price: number, fields: Partial<Line> = {}): Line => soldLine(agency, price, fields);

/** Moves the history of a listing into the past. */
const age = ({ uniqueID }: Line, days: number) =>
  service.store.dataSource.query(
    `UPDATE listing_history SET at = at - $1 * interval '1 day'
     WHERE listing_id = (SELECT id FROM listings WHERE website_id = $2 AND unique_id = $3)`,
    [days, agency.websiteID, uniqueID],
  );

describe('the numbers of an account', () => {
  it('sale and rent are current listings by the price that is compared', async () => {
    const lease = { listingType: 'commercial', commercialListingType: 'lease', commercialRent: { value: 50_000 } };
    await load(
      line({ price: { value: 900_000 } }),
      line({ listingType: 'land' }),
      line({ listingType: 'rental', price: { rent: { price: 500 } } }),
      line(lease),
      line({ ...lease, price: { value: 2_000_000 } }),
      line({ status: 'withdrawn' }),
      line({ status: 'offmarket' }),
    );
    expect(await countsOf(agency)).toEqual({ ...NONE, sale: 3, rent: 2 });
  });

  it('a sale that falls through is no sale', async () => {
    const home = line();
    await load(home);
    await load({ ...home, status: 'sold' });
    expect(await countsOf(agency)).toEqual({ ...NONE, sold12Months: 1 });
    await load(home);
    expect(await countsOf(agency)).toEqual({ ...NONE, sale: 1 });
    await load({ ...home, status: 'withdrawn' });
    expect(await countsOf(agency)).toEqual(NONE);
  });

  it('each lease counts, once a day, also if the home is on offer again', async () => {
    const home = line({ listingType: 'rental', price: { rent: { price: 500 } } });
    const leased = { ...home, status: 'leased' };
    for (const state of [home, leased, home, leased]) await load(state);
    expect(await countsOf(agency)).toEqual({ ...NONE, leased12Months: 1 });
    await age(home, 40);
    for (const state of [home, leased]) await load(state);
    expect(await countsOf(agency)).toEqual({ ...NONE, leased12Months: 2 });
    await load(home);
    expect(await countsOf(agency)).toEqual({ ...NONE, rent: 1, leased12Months: 2 });
    await age(home, 400);
    await load({ ...home, status: 'withdrawn' });
    expect(await countsOf(agency)).toEqual(NONE);
  });

  it('the window begins on the day after the one of twelve months ago, and ends tomorrow, which has begun in some places', async () => {
    const rows = await service.store.dataSource.query<{ day: string }[]>(`
      SELECT day::date::text AS day FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) clock,
        unnest(ARRAY[today - interval '12 months', today - interval '12 months' + interval '1 day', today,
          today + interval '1 day', today + interval '2 days']) day`);
    const days = rows.map(({ day }) => day);
    const found: number[] = [];
    for (const day of days) {
      const home = line({ status: 'sold', soldDetails: { date: `${day}T02:00:00.000Z` } });
      await load(home);
      found.push((await countsOf(agency)).sold12Months);
      await load({ ...home, status: 'withdrawn' });
    }
    expect(found).toEqual([0, 1, 1, 1, 0]);
    // Without a date of the sale, and of leases, the day is that of `modtime`.
    for (const [at, expected] of [0, 1, 1].entries()) {
      const modtime = `${days[at]}T00:00:00.000Z`;
      const { sold12Months: before, leased12Months } = await countsOf(agency);
      await load(line({ status: 'sold', modtime }), line({ status: 'leased', modtime }));
      const after = await countsOf(agency);
      expect([after.sold12Months - before, after.leased12Months - leased12Months]).toEqual([expected, expected]);
    }
  });

  it('a sub-account also has the listings of its offices of the main account, in any case', async () => {
    const subsiteDetails = { mainWebsiteID: agency.websiteID, listingSource: 'officeID', listingOfficeIDs: ['West'] };
    const sub = await createSubAccount(service, agency, { subsiteDetails });
    await load(line({ agentID: 'WEST' }), line({ agentID: 'west', status: 'leased' }), line({ agentID: 'EAST' }));
    await load(listingLine(sub.websiteID), sold(1_000_000, { agentID: 'west' }));
    expect(await countsOf(agency)).toEqual({ ...NONE, sale: 2, sold12Months: 1, leased12Months: 1 });
    expect(await countsOf(sub)).toEqual({ ...NONE, sale: 2, sold12Months: 1, leased12Months: 1 });
    const { body } = await service.get<{ data: Item[] }>(`/api/v1/listings?websiteID=${sub.websiteID}&status=all`);
    expect(body.data).toHaveLength(4);
    await service.put(`/api/v1/websites/${sub.websiteID}`, { subsiteDetails: { listingOfficeIDs: ['EAST'] } });
    expect(await listed(sub, 'sort=sales-desc')).toEqual({ ...NONE, sale: 2 });
  });

  it('the median is that of three or more prices that the agency shows', async () => {
    await load(sold(800_000), sold(1_000_000), sold(5_000_000, { soldDetails: { price: 5_000_000, display: 'no' } }));
    expect(await countsOf(agency)).toEqual({ ...NONE, sold12Months: 3 });
    await load(sold(900_000));
    expect(await countsOf(agency)).toEqual({ ...NONE, sold12Months: 4, medianSoldPrice: 900_000 });
    await load(sold(1_100_000));
    expect((await countsOf(agency)).medianSoldPrice).toBe(950_000);
  });

  it('an agent has the listings that link it', async () => {
    const agent = await createAgent(service, agency.websiteID);
    const agents = [{ id: agent.id }];
    const home = line({ agents });
    await load(home, line(), listingLine(other.websiteID, { agents, status: 'leased' }));
    const read = async () => (await service.get<Item>(`/api/v1/agents/${agent.id}`)).body.listingCounts;
    expect(await read()).toEqual({ ...NONE, sale: 1, leased12Months: 1 });
    await load({ ...home, agents: [] });
    expect(await read()).toEqual({ ...NONE, leased12Months: 1 });
  });
});

describe('listsIn', () => {
  it('finds by a suburb, a postcode, or, if there is no such suburb, a region or an area', async () => {
    await load(line({ address: BURNLEY }), sold(700_000, { address: BURNLEY }), line({ address: HUME }));
    const burnley = { ...NONE, sale: 1, sold12Months: 1 };
    for (const name of ['Burnley', 'burnley, vic', 'Burnley VIC 3121', 'Burnley 3121', '3121', 'Yarra'])
      expect([name, await listed(agency, `listsIn=${name}`)]).toEqual([name, burnley]);
    expect(await listed(agency, 'listsIn=Burnley,Hume')).toEqual({ ...NONE, sale: 2, sold12Months: 1 });
    expect(await listed(agency, 'listsIn=Greater Melbourne')).toEqual(burnley);
    // A suburb has the name of the region of Wodonga.
    await load(line({ address: { suburb: 'Wodonga', state: 'VIC', postcode: '3690' } }));
    expect(await listed(agency, 'listsIn=Hume')).toEqual({ ...NONE, sale: 1 });
    for (const name of ['Burnley NSW', 'Kew', 'Boroondara', 'Nowhere'])
      expect([name, await listed(agency, `listsIn=${name}`)]).toEqual([name, undefined]);
  });

  it('widened, it also finds the suburbs around; without it, all listings count', async () => {
    await load(line({ address: { suburb: 'Kew', state: 'VIC', postcode: '3101' } }));
    expect(await listed(agency, 'listsIn=Richmond')).toBeUndefined();
    expect(await listed(agency, 'listsIn=Richmond&surroundingsuburb=true')).toEqual({ ...NONE, sale: 1 });
    const address = { suburb: 'Hume', state: 'ACT', postcode: '2620' };
    await service.put(`/api/v1/websites/${agency.websiteID}`, { address });
    expect(await listed(agency, 'suburb=Hume')).toEqual({ ...NONE, sale: 1 });
    expect(await listed(agency, 'sort=name')).toBeUndefined();
  });

  it('orders by the numbers of the place', async () => {
    await load(line({ address: BURNLEY }), line({ address: HUME }), line({ address: HUME }));
    await load(...[1, 2].map(() => listingLine(other.websiteID, { address: BURNLEY })), sold(1, { address: BURNLEY }));
    const order = async (query: string) => {
      const path = `/api/v1/websites?ids=${agency.websiteID},${other.websiteID}&${query}`;
      return (await service.get<{ data: Item[] }>(path)).body.data.map(({ websiteID }) => websiteID);
    };
    const [first, second] = [agency.websiteID, other.websiteID];
    expect(await order('sort=listings-desc')).toEqual([first, second]);
    expect(await order('sort=listings-desc&listsIn=Burnley')).toEqual([second, first]);
    expect(await order('sort=sales-desc&listsIn=3121')).toEqual([first, second]);
  });
});
