import { Command } from 'commander';
import type { Pool } from 'pg';
import { Cleanup } from '../cleanup.js';
import { wholeNumber } from '../options.js';
import type { SentStatement } from '../servers/server-probe.js';
import { startTrial, type Keys, type Trial } from '../servers/service.js';
import { listsOf, readDocument, type ListParameter } from './openapi-lists.js';

const options = new Command('explain')
  .description(
    'Requests every parameter of every list alone, and those of listings in pairs, with full and with public keys.\n' +
      'Prints the slowest requests with the plans of their statements.',
  )
  .option('--listings <N>', 'listings of the directory', wholeNumber(1_000), 20_000)
  .option('--shown <N>', 'requests that are printed', wholeNumber(1), 20)
  .parse()
  .opts<{ listings: number; shown: number }>();

/** Query parameters as they are in a URL. */
type Sample = Readonly<Record<string, string>>;

const PLACES = 'FROM suburbs JOIN listings ON suburb_id = suburbs.id';
const AGENTS = 'FROM listing_agents JOIN agents ON agents.id = agent_id';

/** Values of the directory: a column, and the rows in which it is counted. */
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

/** Common and rare values in addition to the examples: words, parts of a city, and a country. */
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

/** A query for some values of each parameter. */
async function samplesOf(pool: Pool, parameters: readonly ListParameter[]): Promise<Sample[]> {
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

const pairsOf = (samples: readonly Sample[]): Sample[] =>
  COMPANIONS.flatMap((companion) => samples.map((sample) => ({ ...companion, ...sample })));

const LISTINGS = '/api/v1/listings';
const FACETS = { facets: 'bedrooms,category,suburb,features,price' };
/** Lists that are read page by page. */
const isList = (path: string): boolean => !/\/(export|changes|audit|feeds)\b/.test(path);

async function time({ server }: Trial, path: string, query: Sample, keys: Keys) {
  const request = `${path}?${new URLSearchParams(query).toString()}`;
  await server.usage();
  const begun = performance.now();
  const response = await fetch(server.url + request, { headers: keys });
  const body = await response.text();
  const milliseconds = performance.now() - begun;
  const { sent } = await server.usage();
  // The parameter is not public, or needs another one.
  if (response.status !== 200) return undefined;
  const { total = 0 } = JSON.parse(body) as { total?: number }; // the envelope of lists
  const words = `${milliseconds.toFixed(1).padStart(8)} ms  ${String(total).padStart(8)} found  ${request}`;
  return { words, milliseconds, statements: sent };
}

type Timed = NonNullable<Awaited<ReturnType<typeof time>>>;

async function timeAll(trial: Trial): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const { path, parameters } of listsOf(await readDocument(trial.server.url))) {
    if (!isList(path)) continue;
    console.error(path);
    const samples = await samplesOf(trial.pool, parameters);
    const base: Sample = path.endsWith('/facets') ? FACETS : {};
    const pairs = path === LISTINGS ? pairsOf(samples) : [];
    for (const query of [{}, ...samples, ...pairs]) {
      for (const keys of [trial.operator, trial.publicKeys]) {
        const found = await time(trial, path, { ...base, ...query }, keys);
        if (found) timed.push(keys === trial.operator ? found : { ...found, words: `${found.words} (public)` });
      }
    }
  }
  return timed.sort((a, b) => b.milliseconds - a.milliseconds);
}

async function plansOf(pool: Pool, statements: readonly SentStatement[]): Promise<string> {
  const plans: string[] = [];
  for (const { text, values } of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
    plans.push(rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n'));
  }
  return plans.join('\n\n');
}

await Cleanup.around(async (cleanup) => {
  const trial = await startTrial(cleanup, options.listings);
  const timed = await timeAll(trial);
  for (const { words, statements } of timed.slice(0, options.shown)) {
    console.log(`\n${words}\n${await plansOf(trial.pool, statements)}`);
  }
  console.log(`\n${timed.length} requests. More than 150 ms: ${timed.filter((one) => one.milliseconds > 150).length}`);
});
