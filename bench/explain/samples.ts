import type { Pool } from 'pg';
import type { ListParameter } from './openapi-lists.js';

/** Query parameters as they are in a URL. */
export type Sample = Readonly<Record<string, string>>;

const PLACES = 'FROM suburbs JOIN listings ON suburb_id = suburbs.id';
const AGENTS = 'FROM listing_agents JOIN agents ON agents.id = agent_id';

/** Values of the directory: a column, and the rows that it is counted in. */
const DRAWN: Readonly<Record<string, string>> = {
  suburb: `suburb ${PLACES}`,
  fullSuburb: `suburbs.name ${PLACES}`,
  state: `state ${PLACES}`,
  postcode: `postcode ${PLACES}`,
  region: `region_name ${PLACES}`,
  areaname: `area_name ${PLACES}`,
  category: 'category FROM listings',
  agent: `agent_id ${AGENTS}`,
  agents: `slug ${AGENTS}`,
  agentSlug: `slug ${AGENTS}`,
  agentID: 'agent_id FROM listings',
  websiteID: 'website_id FROM listings',
};

/** Common and rare values beside the examples: words, parts of a city, and a country. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  s: ['garden', 'garden pool', 'road', 'sydney'],
  address: ['road', 'st', '12 king'],
  radius: ['500', '100000'],
  bbox: ['151.1,-33.95,151.3,-33.77', '112,-44,154,-10'],
  polygon: ['151.1,-33.95;151.3,-33.95;151.2,-33.77', '112,-44;154,-44;154,-10;112,-10'],
  minbedrooms: ['1', '3', '77'],
  page: ['2', '5000'],
  limit: ['100'],
};

const NEAR = { near: '-33.8688,151.2093' };

/** A query for each of a few values of each parameter. */
export async function samplesOf(pool: Pool, parameters: readonly ListParameter[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { name, values } of parameters) {
    const all = [...values, ...(GIVEN[name] ?? []), ...(await drawnOf(pool, DRAWN[name]))];
    for (const value of new Set(all)) {
      samples.push({ ...(name === 'radius' || value === 'distance' ? NEAR : {}), [name]: value });
    }
  }
  return samples;
}

/** The most frequent value, and the rarest. */
async function drawnOf(pool: Pool, source: string | undefined): Promise<string[]> {
  if (!source) return [];
  const { rows } = await pool.query<{ value: unknown }>(
    `SELECT value FROM (SELECT ${source.replace(' FROM', ' AS value FROM')}) drawn
     WHERE value::text <> '' GROUP BY 1 ORDER BY count(*) DESC`,
  );
  return [rows[0], rows.at(-1)].flatMap((row) => (row ? [String(row.value)] : []));
}

/** Parameters that portals combine with any other. */
const COMPANIONS: readonly Sample[] = [
  { status: 'all' },
  { status: 'sold' },
  { listingType: 'residential' },
  { minbedrooms: '3' },
  { minPrice: '500000', maxPrice: '900000', sort: 'price-asc' },
  { sort: 'alphabetical', status: 'all' },
  { sort: 'oldest', status: 'all' },
  { state: 'VIC' },
  { region: 'Rest of NSW' },
];

export const pairsOf = (samples: readonly Sample[]): Sample[] =>
  COMPANIONS.flatMap((companion) => samples.map((sample) => ({ ...companion, ...sample })));
