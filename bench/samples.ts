import { parametersOf } from '@app/lists';
import type { Kind } from '@app/schema';
import type { DataSource } from 'typeorm';

/** Query parameters as they stand in a URL. */
export type Sample = Record<string, string>;

/** Values of text parameters, drawn from the data: a common one and a rare one each. */
const DRAWN: Record<string, string> = {
  suburb: 'SELECT suburb FROM suburbs JOIN listings ON suburb_id = suburbs.id GROUP BY 1 ORDER BY count(*) DESC',
  fullSuburb:
    'SELECT suburbs.name FROM suburbs JOIN listings ON suburb_id = suburbs.id GROUP BY 1 ORDER BY count(*) DESC',
  state: 'SELECT state FROM suburbs GROUP BY 1 ORDER BY count(*) DESC',
  postcode: 'SELECT postcode FROM suburbs JOIN listings ON suburb_id = suburbs.id GROUP BY 1 ORDER BY count(*) DESC',
  region: 'SELECT region_name FROM suburbs GROUP BY 1 ORDER BY count(*) DESC',
  areaname: 'SELECT area_name FROM suburbs GROUP BY 1 ORDER BY count(*) DESC',
  category: 'SELECT category FROM listings GROUP BY 1 ORDER BY count(*) DESC',
  businessCategory: 'SELECT unnest(business_categories) FROM listings GROUP BY 1 ORDER BY count(*) DESC',
  commercialCategory: 'SELECT unnest(commercial_categories) FROM listings GROUP BY 1 ORDER BY count(*) DESC',
  landCategory: "SELECT land_category FROM listings WHERE land_category <> '' GROUP BY 1 ORDER BY count(*) DESC",
  ruralCategory: "SELECT rural_category FROM listings WHERE rural_category <> '' GROUP BY 1 ORDER BY count(*) DESC",
  agent: 'SELECT agent_id FROM listing_agents GROUP BY 1 ORDER BY count(*) DESC',
  agents: 'SELECT slug FROM listing_agents JOIN agents ON id = agent_id GROUP BY 1 ORDER BY count(*) DESC',
  agentSlug: 'SELECT slug FROM listing_agents JOIN agents ON id = agent_id GROUP BY 1 ORDER BY count(*) DESC',
  agentID: 'SELECT agent_id FROM listings GROUP BY 1 ORDER BY count(*) DESC',
  websiteID: 'SELECT website_id FROM listings GROUP BY 1 ORDER BY count(*) DESC',
  uniqueID: 'SELECT unique_id FROM listings LIMIT 100',
  slug: "SELECT 'a'",
};

const CITY = '-33.8688,151.2093';

/** Values of parameters that take no words: a part of a city, and a country; common words and rare ones. */
const GIVEN: Record<string, string[]> = {
  near: [CITY],
  radius: ['500', '100000'],
  bbox: ['151.1,-33.95,151.3,-33.77', '112,-44,154,-10'],
  polygon: ['151.1,-33.95;151.3,-33.95;151.2,-33.77', '112,-44;154,-44;154,-10;112,-10'],
  s: ['garden', 'garden pool', 'road', 'sydney'],
};

/** What text parameters without a drawn value are asked: a word that many have, and one that few have. */
const WORDS = ['road', 'st', '12 king'];

/** For parameters that take ids alone. */
const OBJECT_ID = '01890000-0000-7000-8000-000000000000';

const DATES = ['2024-03-09', '2026-11-21'];

/**
 * One query for each declared parameter and each of a few values, with what the value needs.
 *
 * @param takes whether a parameter may be asked
 */
export async function samplesOf(
  dataSource: DataSource,
  type: new () => object,
  takes: (name: string) => boolean = () => true,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { name, kind, needs } of parametersOf(type).values()) {
    if (!takes(name)) continue;
    for (const value of await valuesOf(dataSource, name, kind)) {
      // The values of what needs something are words.
      const isOfPlace = needs?.(value as never) === 'near';
      samples.push({ [name]: value, ...(isOfPlace && { near: CITY }) });
    }
  }
  return samples;
}

async function valuesOf(dataSource: DataSource, name: string, kind: Kind): Promise<string[]> {
  const { schema } = kind;
  const drawn = DRAWN[name];
  if (drawn) {
    const rows = await dataSource.query<Record<string, unknown>[]>(drawn);
    const values = rows.map((row) => String(Object.values(row)[0])).filter((value) => value !== '');
    return [...new Set([values[0], values[Math.floor(values.length / 2)], values.at(-1)])].filter(
      (v) => v !== undefined,
    );
  }
  const given = GIVEN[name];
  if (given) return given;
  if (name === 'page') return ['5000'];
  // The start; by other texts nothing is read.
  if (name === 'cursor') return [''];
  if (name === 'limit') return ['100'];
  if (Array.isArray(schema.enum)) return schema.enum.map(String);
  if (schema.type === 'boolean') return ['true', 'false'];
  if (/price/i.test(name)) return ['650', '900000'];
  if (schema.type === 'integer') return ['0', '1', '3', '77'].filter((number) => kind.parse(number) !== undefined);
  if (schema.format === 'date' || name.startsWith('date')) return DATES;
  const words = WORDS.filter((word) => kind.parse(word) !== undefined);
  return words.length > 0 ? words : [OBJECT_ID];
}

/** What portals ask together with anything else. */
const COMPANIONS: Sample[] = [
  { status: 'all' },
  { status: 'sold' },
  { listingType: 'residential' },
  { listingType: 'rental', status: 'leased' },
  { minbedrooms: '3' },
  { minPrice: '500000', maxPrice: '900000', sort: 'price-asc' },
  { sort: 'alphabetical', status: 'all' },
  { sort: 'oldest', status: 'all' },
  { cursor: '' },
  { state: 'VIC' },
  { region: 'Rest of NSW' },
];

/** Each parameter together with these; a page and a cursor cannot both be asked for. */
export function pairsOf(singles: readonly Sample[]): Sample[] {
  const pairs = COMPANIONS.flatMap((companion) => singles.map((single) => ({ ...companion, ...single })));
  return pairs.filter((pair) => !('cursor' in pair && 'page' in pair));
}
