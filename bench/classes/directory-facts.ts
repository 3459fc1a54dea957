import { FEATURE_FLAGS } from '@app/listings';
import type { Pool } from 'pg';
import { weighted, type Weighted } from './chance.js';

/** Approximate number of addresses and ids to read. */
const SAMPLE = 200_000;

/** Values of a directory, from which realistic requests are drawn. */
export interface DirectoryFacts {
  readonly current: number;
  /** Accounts, suburbs, regions and agents, weighted by their current listings. */
  readonly websites: Weighted<Counted<number>>;
  readonly suburbs: Weighted<Counted<string> & { readonly price: number }>;
  readonly regions: Weighted<Counted<string>>;
  readonly agents: Weighted<Counted<string>>;
  /** Words in the texts of current listings, weighted by frequency. */
  readonly words: Weighted<Counted<string>>;
  /** Flags, weighted by the share of current listings that have them. */
  readonly flags: readonly { readonly name: string; readonly share: number }[];
  /** Case-folded addresses of some current listings. */
  readonly addresses: readonly string[];
  readonly positions: readonly { readonly latitude: number; readonly longitude: number }[];
  /** Ids of some listings, the latest first. */
  readonly ids: readonly number[];
  /** Ids of some current listings, the latest first. */
  readonly currentIds: readonly number[];
}

interface Counted<T> {
  readonly value: T;
  readonly count: number;
}

/** Popular values are requested more often, but less so than in proportion to their size. */
const popularity = ({ count }: Counted<unknown>): number => count ** 0.7;

/** Reads the values. The same directory gives the same values. */
export async function readFacts(pool: Pool): Promise<DirectoryFacts> {
  // Each statement determines the shape of its rows.
  const rows = async <T>(text: string): Promise<T[]> => (await pool.query(text)).rows as T[];
  const counted = async <Row extends Counted<unknown>>(text: string) => weighted(await rows<Row>(text), popularity);
  const values = async <T>(text: string) => (await rows<{ value: T }>(text)).map(({ value }) => value);
  const [{ current, listings } = { current: 0, listings: 0 }] = await rows<{ current: number; listings: number }>(SIZE);
  const flags = await rows<{ bit: number; share: number }>(FLAG_SHARES);
  const sampled = (size: number) => `id % ${Math.max(1, Math.floor(size / SAMPLE))} = 0`;
  return {
    current,
    websites: await counted(
      "SELECT website_id AS value, count(*)::int FROM listings WHERE status = 'current' GROUP BY 1 ORDER BY 1",
    ),
    suburbs: await counted(SUBURBS),
    regions: await counted(REGIONS),
    agents: await counted(AGENTS),
    words: await counted(WORDS),
    flags: flags.map(({ bit, share }) => ({ name: FEATURE_FLAGS[bit] ?? '', share })),
    addresses: await values(
      `SELECT full_address AS value FROM listings WHERE status = 'current' AND ${sampled(current)} ORDER BY id`,
    ),
    positions: await rows(
      `SELECT latitude, longitude FROM current_listings WHERE latitude IS NOT NULL AND ${sampled(current)} ORDER BY id`,
    ),
    ids: await values(`SELECT id AS value FROM listings WHERE ${sampled(listings)} ORDER BY firstdate DESC, id`),
    currentIds: await values(
      `SELECT id AS value FROM listings WHERE status = 'current' AND ${sampled(current)} ORDER BY firstdate DESC, id`,
    ),
  };
}

/** Leaves out numbers, and words that almost every listing has. */
const WORDS = `
  SELECT word AS value, ndoc AS count
  FROM ts_stat('SELECT words FROM listing_words WHERE is_current AND listing_id % 10 = 0')
  WHERE word ~ '^[a-z]{3,}$'
    AND ndoc < (SELECT count(*) / 4 FROM listing_words WHERE is_current AND listing_id % 10 = 0)
  ORDER BY 1`;

const SIZE =
  "SELECT count(*)::int AS listings, count(*) FILTER (WHERE status = 'current')::int AS current FROM listings";

const SUBURBS = `
  SELECT suburbs.suburb AS value, count(*)::int, percentile_disc(0.5) WITHIN GROUP (ORDER BY price)::float8 AS price
  FROM listings JOIN suburbs ON suburbs.id = suburb_id
  WHERE status = 'current' AND listing_type = 'residential' AND price IS NOT NULL GROUP BY 1 ORDER BY 1`;

const REGIONS = `
  SELECT region_name AS value, count(*)::int FROM listings JOIN suburbs ON suburbs.id = suburb_id
  WHERE status = 'current' AND region_name <> '' GROUP BY 1 ORDER BY 1`;

const AGENTS = `
  SELECT slug AS value, count(*)::int FROM listing_agents
  JOIN agents ON agents.id = listing_agents.agent_id
  JOIN listings ON listings.id = listing_id AND status = 'current' GROUP BY 1 ORDER BY 1`;

const FLAG_SHARES = `
  SELECT bit, avg(flags >> bit & 1)::float8 AS share FROM listings, generate_series(0, ${FEATURE_FLAGS.length - 1}) AS bit
  WHERE status = 'current' AND listings.id % 10 = 0 GROUP BY 1 ORDER BY 1`;
