import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { Cleanup } from '../cleanup.js';
import type { SentStatement } from '../servers/server-probe.js';
import { startTrial, type Keys, type Trial } from '../servers/service.js';
import { listsOf, readDocument } from './openapi-lists.js';
import { pairsOf, samplesOf, type Sample } from './samples.js';

const HELP = `Usage: npm run explain -- [--listings 20000] [--shown 20] [--alone]

Requests every parameter of every list alone, and those of listings in pairs (unless --alone), with full and with public
keys, on the bench's directory of so many listings. Prints the slowest with the plans of their statements.`;

const { values: options } = parseArgs({
  options: {
    listings: { type: 'string', default: '20000' },
    shown: { type: 'string', default: '20' },
    alone: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const LISTINGS = '/api/v1/listings';
const FACETS = { facets: 'bedrooms,category,suburb,features,price' };
/** Lists that are read page by page. */
const isList = (path: string): boolean => !/\/(export|changes|audit|feeds)\b/.test(path);

interface Timed {
  readonly words: string;
  readonly milliseconds: number;
  readonly statements: readonly SentStatement[];
}

async function time({ server }: Trial, path: string, query: Sample, keys: Keys): Promise<Timed | undefined> {
  const request = `${path}?${new URLSearchParams(query).toString()}`;
  await server.usage();
  const begun = performance.now();
  const response = await fetch(server.url + request, { headers: keys });
  const body = await response.text();
  const milliseconds = performance.now() - begun;
  const { sent } = await server.usage();
  // A parameter that is not public, or needs another.
  if (response.status !== 200) return undefined;
  const { total = 0 } = JSON.parse(body) as { total?: number }; // the envelope of lists
  const words = `${milliseconds.toFixed(1).padStart(8)} ms  ${String(total).padStart(8)} found  ${request}`;
  return { words, milliseconds, statements: sent };
}

async function timeAll(trial: Trial): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const { path, parameters } of listsOf(await readDocument(trial.server.url)).filter((list) =>
    isList(list.path),
  )) {
    console.error(path);
    const samples = await samplesOf(trial.pool, parameters);
    const base: Sample = path.endsWith('/facets') ? FACETS : {};
    const pairs = path === LISTINGS && !options.alone ? pairsOf(samples) : [];
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

async function explain(cleanup: Cleanup): Promise<void> {
  const trial = await startTrial(cleanup, Number(options.listings));
  const timed = await timeAll(trial);
  for (const { words, statements } of timed.slice(0, Number(options.shown))) {
    console.log(`\n${words}\n${await plansOf(trial.pool, statements)}`);
  }
  console.log(`\n${timed.length} requests. More than 150 ms: ${timed.filter((one) => one.milliseconds > 150).length}`);
}

if (options.help) console.log(HELP);
else await Cleanup.around(explain);
