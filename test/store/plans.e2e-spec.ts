import type { QueryConfig } from 'pg';
import { describe, expect, it } from 'vitest';
import { PLAN_MODES, readPlan, type ReadPlan, statementsOf } from '@testing';
import { specPlans } from './plan-rows.js';

/** The selective filter of a list, other filters with an index, and the index that finds the rows. */
const LISTS: readonly (readonly [filter: string, others: string, by: string])[] = [
  ['suburb=Suburb 7', 'minbedrooms=2&minPrice=400000&maxPrice=700000&sort=price-asc', 'listings_places'],
  ['region=Region 7', 'minPrice=400000&maxPrice=700000&sort=price-desc', 'current_listings_region'],
  ['region=Region 7', 'dishwasher=true&balcony=true', 'current_listings_region'],
  ['region=Region 7,Region 8', 'dishwasher=true&gym=false&state=VIC&minbedrooms=1', 'current_listings_region'],
  ['region=Region 7', 'dishwasher=true&status=sold', 'listings_places'],
  ['websiteID=12', 'sort=newest', 'listings_website'],
  ['websiteID=12', 'minPrice=400000&maxPrice=700000&minbedrooms=2', 'listings_website'],
  ['websiteID=2', 'minPrice=400000&state=VIC&sort=price-asc', 'listings_website'],
  ['websiteID=12', 'dateto=2100-01-01&category=house&dishwasher=false', 'listings_website'],
  ['agentSlug=agent-31', 'minPrice=400000&maxPrice=700000&sort=price-asc', 'listing_agents_agent'],
  ['agents=agent-31', 'state=VIC&updatedAt=2100-01-01', 'listing_agents_agent'],
  ['uniqueID=L700', 'minPrice=1&state=VIC&category=house', 'listings_unique_id'],
  ['uniqueIDs=L700,L704', 'minPrice=1&suburb=Suburb 1', 'listings_unique_id'],
  ['ids=704,01890000-0000-7000-8000-000000000000', 'minPrice=1&category=house', 'listings_uid_key'],
];

/** Lists without a selective filter, and the index that finds their rows, for the count and for the page. */
const LONG_LISTS: readonly (readonly [query: string, ...by: readonly string[]])[] = [
  ['minPrice=400000&maxbedrooms=7&minbedrooms=2&dishwasher=true', 'all current_listings'],
  ['bedrooms=3&gym=false&excludeids=4', 'all current_listings'],
  ['state=VIC&minPrice=400000&sort=alphabetical', 'all current_listings', 'listings_places'],
  ['category=house', 'all current_listings', 'current_listings_newest'],
  // A column that the narrow rows do not have.
  ['updatedAt=2020-01-01&minPrice=400000', 'listings_updated'],
];

/** Facets, and the index that finds the counted rows. */
const COUNTS: readonly (readonly [query: string, by: string])[] = [
  ['suburb=Suburb 7&facets=bedrooms,category,features,price', 'listings_places'],
  ['websiteID=12&minPrice=400000&facets=suburb,region,category', 'listings_website'],
  ['region=Region 7&minbedrooms=2&facets=bedrooms,category,suburb,features,price', 'current_listings_region'],
  ['facets=bedrooms,category,suburb,features,price', 'all current_listings'],
];

const REST = { timeout: 50_000, interval: 100 };

const { service, session } = specPlans();
/** The statement of each list, and its reads without changes. */
const atRest = new Map<string, { statement: QueryConfig; plans: ReadPlan[] }>();

/** The statement that reads a list. */
async function statementFor(query: string, path = '/api/v1/listings'): Promise<QueryConfig> {
  const { statements } = await statementsOf(() => service.get(`${path}?${query}`));
  const statement = statements.find(({ text }) => /FROM\s+(current_)?listings/.test(text));
  if (!statement) throw new Error(`nothing is read for ${query}`);
  return statement;
}

/** How many rows the selective filter leaves, of any status. */
async function countOf(filter: string): Promise<number> {
  const { body } = await service.get<{ total: number }>(`/api/v1/listings?status=all&${filter}`);
  return body.total;
}

/** The index that finds the rows of a list, whose statement is planned for its values each time. */
async function readBy(query: string): Promise<readonly string[]> {
  const statement = await statementFor(query);
  const { by } = await readPlan(session, 'force_custom_plan', statement);
  return by;
}

it('rows are visible to all once no other transaction of the server is older', async () => {
  const vacuumed = async () => {
    await session.query('VACUUM listings');
    return (await session.query(`SELECT relallvisible = relpages AS "isRested" FROM pg_class
      WHERE relname = 'listings'`)) as unknown[];
  };
  await expect.poll(vacuumed, REST).toEqual([{ isRested: true }]);
});

describe('the plan of a list without a selective parameter', () => {
  it.each(LONG_LISTS)('uses for %s: %s', async (query, ...by) => {
    expect(await readBy(query)).toEqual(by);
  });
});

describe('the plan of a selective list', () => {
  it.each(LISTS)('uses for %s & %s: %s', async (filter, others, by) => {
    const statement = await statementFor(`${filter}&${others}`);
    const plans: ReadPlan[] = [];
    for (const mode of PLAN_MODES) plans.push(await readPlan(session, mode, statement));
    atRest.set(`${filter}&${others}`, { statement, plans });
    expect(plans.map((plan) => plan.by)).toEqual(PLAN_MODES.map(() => [by]));
  });

  it.each(COUNTS)('uses for facets, %s: %s', async (query, by) => {
    const statement = await statementFor(query, '/api/v1/listings/facets');
    for (const mode of PLAN_MODES) expect((await readPlan(session, mode, statement)).by).toEqual([by]);
  });

  it('has no all-visible page after a tenth of the listings change, with new statistics and without VACUUM', async () => {
    await session.query('UPDATE listings SET price = price + 1, updated_at = now() WHERE id % 10 = 4');
    await session.query('ANALYZE listings');
    const [row] = (await session.query(`SELECT relallvisible FROM pg_class WHERE relname = 'listings'`)) as unknown[];
    expect(row).toEqual({ relallvisible: 0 });
  });

  it.each(LISTS)('uses for %s & %s: still %s, and reads only its rows', async (filter, others, by) => {
    const { statement = { text: '' }, plans = [] } = atRest.get(`${filter}&${others}`) ?? {};
    const rows = await countOf(filter);
    const now: ReadPlan[] = [];
    for (const mode of PLAN_MODES) now.push(await readPlan(session, mode, statement));
    expect(now.map((plan) => plan.by)).toEqual(PLAN_MODES.map(() => [by]));
    // Each row that the filter leaves, and its former version.
    const excess = now.map(({ buffers }, at) => buffers - (plans[at]?.buffers ?? 0) - 2 * rows);
    expect(Math.max(...excess)).toBeLessThanOrEqual(0);
  });
});

describe('the plan of facets, after these changes', () => {
  it.each(COUNTS)('uses for %s: still %s', async (query, by) => {
    const statement = await statementFor(`${query}&facetLimit=7`, '/api/v1/listings/facets');
    for (const mode of PLAN_MODES) expect((await readPlan(session, mode, statement)).by).toEqual([by]);
  });
});

describe('the plan of a list without a selective parameter, after these changes', () => {
  it.each(LONG_LISTS)('uses for %s: still %s', async (query, ...by) => {
    // Another list, whose total is not cached.
    expect(await readBy(`${query}&maxPrice=99999999`)).toEqual(by);
  });
});
