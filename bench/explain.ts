import 'reflect-metadata';
import { AccountsQuery, AccountsRepository } from '@app/accounts';
import { AgentsQuery, AgentsRepository } from '@app/agents';
import { loadDotEnv, loadSettings } from '@app/config';
import { startEmbeddedServer } from '@app/database';
import { ListingsQuery, ListingsRepository } from '@app/listings';
import { PropertiesQuery, PropertiesRepository } from '@app/properties';
import { readQuery, type Page } from '@app/query';
import { SuburbsQuery, SuburbsRepository } from '@app/suburbs';
import { DataSource, type EntityManager } from 'typeorm';
import { storeOptions } from '../ormconfig.js';
import { pairsOf, samplesOf, type Sample } from './samples.js';

/** How many of the slowest are shown with their plans. */
const SHOWN = Number(process.argv[2] ?? 20);
/** `alone`: each parameter alone, not in pairs. */
const ALONE = process.argv[3] === 'alone';
const ROUNDS = 3;

interface Timed {
  readonly list: string;
  readonly query: Sample;
  readonly milliseconds: number;
  readonly total: number;
  readonly text: string;
  readonly values: unknown[];
}

/** The store, noting the last statement. */
class NotingStore {
  /** As in a transaction: statements come through `query`. */
  readonly queryRunner = {};
  text = '';
  values: unknown[] = [];

  constructor(private readonly dataSource: DataSource) {}

  query(text: string, values: unknown[] = []): Promise<unknown> {
    this.text = text;
    this.values = values;
    return this.dataSource.query(text, values);
  }
}

async function main(): Promise<void> {
  loadDotEnv();
  const settings = loadSettings(process.env);
  const server = settings.databaseUrl ? undefined : await startEmbeddedServer({ dataDir: settings.dataDir });
  const dataSource = await new DataSource(
    storeOptions(settings.databaseUrl ?? server?.url ?? '', settings),
  ).initialize();
  try {
    const timed = await measureAll(dataSource);
    timed.sort((a, b) => b.milliseconds - a.milliseconds);
    for (const one of timed.slice(0, SHOWN)) await show(dataSource, one);
    console.log(
      `\n${timed.length} queries; slower than 150 ms: ${timed.filter((one) => one.milliseconds > 150).length}`,
    );
    for (const one of timed.slice(0, 60)) console.log(line(one));
  } finally {
    await dataSource.destroy();
    await server?.stop();
  }
}

async function measureAll(dataSource: DataSource): Promise<Timed[]> {
  const store = new NotingStore(dataSource);
  const manager = store as unknown as EntityManager; // lists use its `query` alone
  const lists: [string, new () => object, (query: never) => Promise<Page>][] = [
    ['listings', ListingsQuery, (query) => new ListingsRepository(manager).list(query)],
    ['properties', PropertiesQuery, (query) => new PropertiesRepository(manager).list(query)],
    ['suburbs', SuburbsQuery, (query) => new SuburbsRepository(manager).list(query)],
    ['agents', AgentsQuery, (query) => new AgentsRepository(manager).list(query)],
    ['accounts', AccountsQuery, (query) => new AccountsRepository(manager).list(query)],
  ];
  const timed: Timed[] = [];
  for (const [list, type, read] of lists) {
    const singles = await samplesOf(dataSource, type);
    for (const query of [{}, ...singles, ...(list === 'listings' && !ALONE ? pairsOf(singles) : [])]) {
      const best = await fastest(() => read(readQuery(type, query) as never));
      timed.push({ list, query, ...best, text: store.text, values: store.values });
    }
  }
  return timed;
}

async function fastest(read: () => Promise<Page>): Promise<{ milliseconds: number; total: number }> {
  let milliseconds = Infinity;
  let total = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    total = (await read()).total;
    milliseconds = Math.min(milliseconds, performance.now() - start);
    if (milliseconds < 20) break;
  }
  return { milliseconds, total };
}

const line = ({ list, query, milliseconds, total }: Timed): string =>
  `${milliseconds.toFixed(1).padStart(8)} ms  ${String(total).padStart(8)} found  ${list}?${new URLSearchParams(query).toString()}`;

async function show(dataSource: DataSource, one: Timed): Promise<void> {
  console.log(`\n${line(one)}`);
  const plan = await dataSource.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (ANALYZE, BUFFERS) ${one.text}`, one.values);
  console.log(plan.map((row) => `    ${row['QUERY PLAN']}`).join('\n'));
}

await main();
