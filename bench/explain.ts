import 'reflect-metadata';
import { loadSettings } from '@app/config';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { createDataSource } from '@app/persistence';
import { loadDotEnv } from '@app/process';
import { SqlExecutor, type Sql } from '@app/sql';
import type { DataSource } from 'typeorm';
import { explainedLists, type ExplainedList } from './explained-lists.js';
import { pairsOf, samplesOf, type Sample } from './samples.js';

/** How many of the slowest are shown with their plans. */
const SHOWN = Number(process.argv[2] ?? 20);
/** `alone`: each parameter alone, not in pairs. */
const ALONE = process.argv[3] === 'alone';
const ROUNDS = 3;
/** What takes less is not asked again. */
const QUICK = 20;

interface Timed {
  readonly list: string;
  readonly query: Sample;
  readonly milliseconds: number;
  readonly total: number;
  readonly statements: readonly Statement[];
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Notes the statements that it sends. */
class NotingExecutor extends SqlExecutor {
  readonly statements: Statement[] = [];

  constructor(dataSource: DataSource) {
    super(dataSource.manager);
  }

  override queryRows<Row extends object>(statement: Sql): Promise<Row[]> {
    this.statements.push(statement);
    return super.queryRows(statement);
  }

  override queryPrepared<Row extends object>(statement: Sql): Promise<Row[]> {
    this.statements.push(statement);
    return super.queryPrepared(statement);
  }
}

async function main(): Promise<void> {
  loadDotEnv();
  const settings = loadSettings(process.env);
  const server = settings.databaseUrl ? undefined : await startEmbeddedServer({ dataDir: settings.dataDir });
  const dataSource = await createDataSource(settings.databaseUrl ?? server?.url ?? '', settings).initialize();
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
  const timed: Timed[] = [];
  for (const list of explainedLists(SqlExecutor.of(dataSource))) {
    const singles = await samplesOf(dataSource, list.type, list.takes);
    for (const query of [{}, ...singles, ...(list.isPaired && !ALONE ? pairsOf(singles) : [])]) {
      timed.push({ list: list.name, query, ...(await fastest(() => askAlone(dataSource, list, query))) });
    }
  }
  return timed;
}

/** By an executor of its own, which remembers nothing. */
async function askAlone(
  dataSource: DataSource,
  list: ExplainedList,
  query: Sample,
): Promise<{ total: number; statements: Statement[] }> {
  const executor = new NotingExecutor(dataSource);
  const total = await list.ask(executor, query);
  return { total, statements: executor.statements };
}

async function fastest<T>(read: () => Promise<T>): Promise<T & { milliseconds: number }> {
  let milliseconds = Infinity;
  let result: T;
  let round = 0;
  do {
    const start = performance.now();
    result = await read();
    milliseconds = Math.min(milliseconds, performance.now() - start);
  } while (milliseconds >= QUICK && ++round < ROUNDS);
  return { ...result, milliseconds };
}

const line = ({ list, query, milliseconds, total }: Timed): string =>
  `${milliseconds.toFixed(1).padStart(8)} ms  ${String(total).padStart(8)} found  ${list}?${new URLSearchParams(query).toString()}`;

async function show(dataSource: DataSource, one: Timed): Promise<void> {
  console.log(`\n${line(one)}`);
  for (const { text, values } of one.statements) {
    const plan = await dataSource.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
    console.log(plan.map((row) => `    ${row['QUERY PLAN']}`).join('\n'));
  }
}

await main();
