import type { QueryConfig } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Keys, operator, PLAN_MODES, readPlan, type SearchedList, statementsOf, storeCredential } from '@testing';
import { makeFindable, specPlans } from './plan-rows.js';

const NEAR = 'near=-37.5,145.5&radius=30000';
const BOX = 'bbox=145.2,-37.8,145.8,-37.2';
const POLYGON = 'polygon=145.1,-37.9;145.9,-37.9;145.5,-37.1';

type Audience = 'clients' | 'public';

/** Statistics read current listings from narrow rows as well. */
const OF_CURRENT = ['current_listings_map', 'listings_current_map'];

/** Filters by words, map and ids, with the index that finds the rows whatever the other parameters are. */
const QUESTIONS: readonly (readonly [audience: Audience, path: string, by: readonly string[]])[] = [
  ['clients', 'listings?s=word7', ['listing_words_current']],
  ['clients', 'listings?s=house word7&minPrice=1&category=house&sort=price-asc', ['listing_words_current']],
  ['clients', 'listings?s=word7&status=all&sort=updated&view=card', ['listing_words_all']],
  ['public', 'listings?s=word7&minbedrooms=1', ['listing_words_current']],
  ['clients', `listings?${NEAR}&sort=distance`, ['current_listings_map']],
  ['clients', `listings?${NEAR}&minbedrooms=1&dishwasher=true&view=card`, ['current_listings_map']],
  ['clients', `listings?${BOX}&minPrice=1&sort=price-asc`, ['current_listings_map']],
  ['clients', `listings?${BOX}&status=sold&minbedrooms=1`, ['listings_former_map']],
  ['clients', `listings?${BOX}&status=all&sort=updated`, ['listings_current_map', 'listings_former_map']],
  ['clients', `listings?${POLYGON}&category=house&sort=available-asc`, ['listings_current_map']],
  ['public', `listings?${NEAR}&sort=distance&minbedrooms=1`, ['current_listings_map']],
  ['public', `listings?${POLYGON}&view=card`, ['current_listings_map']],
  ['clients', 'listings?ids=704,01890000-0000-7000-8000-000000000000&sort=updated&view=card', ['listings_uid_key']],
  ['public', 'listings?ids=704,01890000-0000-7000-8000-000000000000&minPrice=1', ['listings_uid_key']],
  ['clients', `listings/facets?${NEAR}&facets=bedrooms,suburb,price`, ['current_listings_map']],
  ['clients', `listings/facets?${BOX}&facets=category&minPrice=1`, ['current_listings_map']],
  ['clients', 'listings/facets?s=word7&facets=bedrooms,suburb,features', ['listing_words_current']],
  ['clients', 'listings/facets?ids=704,01890000-0000-7000-8000-000000000000&facets=bedrooms', ['listings_uid_key']],
  ['public', `listings/facets?${NEAR}&facets=bedrooms,suburb,price`, ['current_listings_map']],
  ['public', `listings/facets?${BOX}&facets=bedrooms,agentID`, ['current_listings_map', 'listings_current_map']],
  ['public', 'listings/facets?s=word7&facets=bedrooms', ['listing_words_current']],
  ['clients', `listings/clusters?${BOX}&zoom=12&minPrice=1`, ['current_listings_map']],
  ['public', `listings/clusters?${BOX}&zoom=12&status=current`, ['current_listings_map']],
  ['clients', `listings/statistics?${BOX}&by=bedrooms`, [...OF_CURRENT, 'listings_former_map']],
  ['public', `listings/statistics?${NEAR}&by=suburb`, [...OF_CURRENT, 'listings_former_map']],
  ['clients', 'listings/712/similar', ['listings_current_map', 'listings_places']],
  ['public', 'listings/712/similar', ['listings_current_map', 'listings_places']],
  [
    'public',
    'listings/712/similar?websiteID=1',
    ['listings_current_map', 'listings_places', 'listings_website', 'listings_website_id_agent_id_unique_id_key'],
  ],
  ['clients', `properties?${NEAR}&sort=distance`, ['properties_map']],
  ['clients', `properties?${BOX}&bedrooms=2&view=card&sort=newest`, ['properties_map']],
  ['clients', `properties?${POLYGON}&listingType=residential&sort=updated`, ['properties_map']],
  [
    'public',
    `properties?${NEAR}&sort=distance&view=card`,
    ['listings_current_map', 'listings_former_map', 'listings_property'],
  ],
  ['clients', `suburbs?${NEAR}&sort=distance`, ['suburbs_map']],
  ['clients', `suburbs?${BOX}&sort=id`, ['suburbs_map']],
  ['public', `suburbs?${POLYGON}`, ['suburbs_map']],
];

const { service, session } = specPlans(makeFindable);
const keys: Record<Audience, Keys> = { clients: operator, public: operator };

beforeAll(async () => {
  keys.public = await storeCredential(service, { websiteID: 1 }, 'public');
});

/** The statement that finds the rows of a response. */
async function statementFor(audience: Audience, path: string): Promise<QueryConfig> {
  const { statements } = await statementsOf(() => service.get(`/api/v1/${path}`, { as: keys[audience] }));
  const finds = /(found|asked|totals) AS MATERIALIZED|GROUPING SETS|FROM suburbs suburb/;
  const statement = statements.findLast(({ text }) => finds.test(text));
  if (!statement) throw new Error(`nothing is read for ${path}`);
  return statement;
}

async function readBy(path: string, statement: QueryConfig): Promise<(readonly string[])[]> {
  const list = path.split(/[/?]/, 1)[0] as SearchedList; // paths begin with the list
  const found: (readonly string[])[] = [];
  for (const mode of PLAN_MODES) found.push((await readPlan(session, mode, statement, list)).by);
  return found;
}

describe('rows are found', () => {
  const statements = new Map<string, QueryConfig>();

  it.each(QUESTIONS)('for %s, of %s, by %j', async (audience, path, by) => {
    const statement = await statementFor(audience, path);
    statements.set(`${audience} ${path}`, statement);
    expect(await readBy(path, statement)).toEqual(PLAN_MODES.map(() => by));
  });

  it('without an all-visible page, after a tenth of the rows change, with new statistics and without VACUUM', async () => {
    await session.query('UPDATE listings SET price = price + 1, updated_at = now() WHERE id % 10 = 4');
    await session.query('UPDATE properties SET updated_at = now() WHERE id % 10 = 4');
    await session.query('UPDATE suburbs SET area_name = area_name WHERE id % 10 = 4');
    await session.query('ANALYZE listings, properties, suburbs, current_listings, listing_words');
    const [row] = (await session.query(`SELECT relallvisible FROM pg_class WHERE relname = 'listings'`)) as unknown[];
    expect(row).toEqual({ relallvisible: 0 });
  });

  it.each(QUESTIONS)('for %s, of %s, still by %j', async (audience, path, by) => {
    const { text, values } = statements.get(`${audience} ${path}`) ?? { text: '' };
    expect(await readBy(path, { text, ...(values && { values }) })).toEqual(PLAN_MODES.map(() => by));
  });
});
