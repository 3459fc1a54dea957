import { DataSource } from 'typeorm';
import { USUAL_TABLES } from '../places.js';
import type { Progress } from '../progress.js';
import { entities } from '../usual/entities/index.js';
import { compiledIn, filesDigest } from './files-digest.js';
import { FILLING } from './usual-rows.js';

/**
 * The usual's own tables: a schema `usual` beside the service's tables, made of the usual's entities and filled from them.
 * Made again when entities, statements or the directory are others than those that it was made by.
 */
export async function usualTables(url: string, progress: Progress, signal: AbortSignal): Promise<void> {
  const dataSource = await new DataSource({ type: 'postgres', url, entities }).initialize();
  try {
    const note = `complete, made by ${tablesDigest()} of ${await directoryDigest(dataSource)}`;
    if ((await noteOf(dataSource)) === note) return;
    const begun = performance.now();
    await make(dataSource, progress, signal);
    await dataSource.query(`COMMENT ON SCHEMA usual IS '${note}'`);
    progress.say(`Made the tables of the usual in ${((performance.now() - begun) / 1000).toFixed(0)} s.`);
  } finally {
    await dataSource.destroy();
  }
}

/** By the statements of `synchronize`; those that make indexes and foreign keys wait until the rows are there. */
async function make(dataSource: DataSource, progress: Progress, signal: AbortSignal): Promise<void> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) {
      signal.throwIfAborted();
      await dataSource.query(statement);
    }
  };
  const step = (name: string) => progress.step(`making the tables of the usual: ${name}`);
  await run(['DROP SCHEMA IF EXISTS usual CASCADE', 'CREATE SCHEMA usual']);
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  const statements = upQueries.map(({ query }) => query);
  await run(statements.filter(isTable));
  for (const { table, statement } of FILLING) {
    step(table);
    await run([statement]);
  }
  step('indexes and foreign keys');
  await run(statements.filter((statement) => !isTable(statement)));
  step('vacuum');
  await run(FILLING.map(({ table }) => `VACUUM (ANALYZE) usual.${table}`));
}

const isTable = (statement: string): boolean => statement.startsWith('CREATE TABLE');

async function noteOf(dataSource: DataSource): Promise<string | null | undefined> {
  const [row] = await dataSource.query<{ note: string | null }[]>(
    "SELECT obj_description(to_regnamespace('usual'), 'pg_namespace') AS note",
  );
  return row?.note;
}

function tablesDigest(): string {
  const { entities: folder, ...files } = USUAL_TABLES;
  return filesDigest([...compiledIn(folder), ...Object.values(files)]);
}

/** Another one when something has been written to the directory: one that is used as it is may be in use. */
async function directoryDigest(dataSource: DataSource): Promise<string> {
  const [row] = await dataSource.query<{ digest: string }[]>(`
    SELECT left(md5(string_agg(state, ' ')), 12) AS digest FROM (
      SELECT concat(count(*), ' ', max(updated_at)) AS state FROM public.listings
      UNION ALL SELECT concat(count(*), ' ', max(updated_at)) FROM public.accounts
      UNION ALL SELECT concat(count(*), ' ', max(updated_at)) FROM public.agents
      UNION ALL SELECT concat(count(*), ' ', max(id)) FROM public.credentials
      UNION ALL SELECT md5(string_agg(place::text, '' ORDER BY id)) FROM public.suburbs place
    ) states`);
  return row?.digest ?? '';
}
