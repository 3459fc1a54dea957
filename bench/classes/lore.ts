import type { Pool } from 'pg';
import { FLAGS } from '../flags.js';
import { weighted, type Weighted } from './chance.js';

/** About how many addresses and ids are known. */
const SAMPLE = 200_000;

/** What is known of a directory, to draw believable requests from. */
export interface Lore {
  readonly current: number;
  /** Accounts by how many current listings they have. */
  readonly websites: Weighted<Counted<number>>;
  readonly suburbs: Weighted<Counted<string> & { readonly price: number }>;
  readonly regions: Weighted<Counted<string>>;
  readonly agents: Weighted<Counted<string>>;
  readonly employers: Weighted<Counted<number>>;
  readonly officeSuburbs: Weighted<Counted<string>>;
  /** Flags by the share of current listings that have them. */
  readonly flags: readonly { readonly name: string; readonly share: number }[];
  /** Folded addresses of some current listings. */
  readonly addresses: readonly string[];
  /** Where some current listings are. */
  readonly positions: readonly { readonly latitude: number; readonly longitude: number }[];
  /** Words of the texts of current listings, each as often as it comes there. */
  readonly words: Weighted<Counted<string>>;
  /** Of some listings, the latest first. */
  readonly ids: readonly number[];
  /** What accounts are called, and where they are. */
  readonly accounts: readonly { readonly name: string; readonly address: string }[];
}

interface Counted<T> {
  readonly value: T;
  readonly count: number;
}

/** The popular are asked for more often, though not by as much as they are larger. */
const popularity = ({ count }: Counted<unknown>): number => count ** 0.7;

/** Reads it from the store, the same for the same store. */
export async function readLore(pool: Pool): Promise<Lore> {
  const rows = async <T>(text: string): Promise<T[]> => (await pool.query(text)).rows as T[]; // shaped by each statement
  const counted = async <T>(text: string) => weighted(await rows<Counted<T>>(text), popularity);
  const suburbs = await rows<Counted<string> & { price: number }>(SUBURBS);
  const [size] = await rows<{ current: number; listings: number }>(SIZE);
  const { current = 0, listings = 0 } = size ?? {};
  const flags = await rows<{ bit: number; share: number }>(FLAG_SHARES);
  const sample = (condition: string, step: number) => `${condition} AND id % ${Math.max(1, Math.floor(step))} = 0`;
  return {
    current,
    websites: await counted(
      "SELECT website_id AS value, count(*)::int FROM listings WHERE status = 'current' GROUP BY 1 ORDER BY 1",
    ),
    suburbs: weighted(suburbs, popularity),
    regions: await counted(REGIONS),
    agents: await counted(AGENTS),
    employers: await counted('SELECT website_id AS value, count(*)::int FROM agents GROUP BY 1 ORDER BY 1'),
    officeSuburbs: await counted(
      'SELECT suburb AS value, count(*)::int FROM accounts JOIN suburbs ON suburbs.id = suburb_id GROUP BY 1 ORDER BY 1',
    ),
    flags: flags.map(({ bit, share }) => ({ name: FLAGS[bit] ?? '', share })),
    addresses: (
      await rows<{ full_address: string }>(
        `SELECT full_address FROM listings WHERE ${sample("status = 'current'", current / SAMPLE)} ORDER BY id`,
      )
    ).map((row) => row.full_address),
    positions: await rows(
      `SELECT latitude, longitude FROM current_listings
       WHERE ${sample('latitude IS NOT NULL', current / SAMPLE)} ORDER BY id`,
    ),
    words: await counted(WORDS),
    ids: (
      await rows<{ id: number }>(
        `SELECT id FROM listings WHERE ${sample('TRUE', listings / SAMPLE)} ORDER BY firstdate DESC, id`,
      )
    ).map((row) => row.id),
    accounts: await rows('SELECT lower(name) AS name, full_address AS address FROM accounts ORDER BY id'),
  };
}

/** Without numbers, and without what almost every listing has. */
const WORDS = `
  SELECT word AS value, ndoc AS count FROM ts_stat('SELECT words FROM listing_words WHERE is_current AND listing_id % 10 = 0')
  WHERE word ~ '^[a-z]{3,}$' AND ndoc < (SELECT count(*) / 4 FROM listing_words WHERE is_current AND listing_id % 10 = 0)
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
  SELECT bit, avg(flags >> bit & 1)::float8 AS share FROM listings, generate_series(0, ${FLAGS.length - 1}) AS bit
  WHERE status = 'current' AND listings.id % 10 = 0 GROUP BY 1 ORDER BY 1`;
