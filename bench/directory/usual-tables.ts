import { readFileSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { digestOf, USUAL_ENTITIES } from '../places.js';
import type { Progress } from '../progress.js';
import { entities } from '../usual/entities.js';
import { FILLING } from './usual-rows.js';

/**
 * Makes the tables of the usual service: a schema `usual` beside the service's tables, made from the entities and filled
 * from the service's tables. They stay until entities, statements or the directory change.
 */
export async function makeUsualTables(url: string, progress: Progress): Promise<void> {
  const dataSource = await new DataSource({ type: 'postgres', url, entities }).initialize();
  const valueOf = async (text: string) => (await dataSource.query<{ value: string | null }[]>(text))[0]?.value ?? '';
  try {
    const source = [readFileSync(USUAL_ENTITIES, 'utf8'), JSON.stringify(FILLING), await valueOf(STATE)];
    const note = `made from ${digestOf(source)}`;
    if ((await valueOf(NOTE)) === note) return;
    progress.step('making the tables of the usual service');
    await make(dataSource);
    await dataSource.query(`COMMENT ON SCHEMA usual IS '${note}'`);
  } finally {
    await dataSource.destroy();
  }
}

/** By the statements of `synchronize`; indexes and foreign keys follow the rows. */
async function make(dataSource: DataSource): Promise<void> {
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await dataSource.query(statement);
  };
  await run(['DROP SCHEMA IF EXISTS usual CASCADE', 'CREATE SCHEMA usual']);
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  const statements = upQueries.map(({ query }) => query);
  const isTable = (statement: string) => statement.startsWith('CREATE TABLE');
  await run(statements.filter(isTable));
  await run(FILLING.map(({ statement }) => statement));
  await run(statements.filter((statement) => !isTable(statement)));
  await run(FILLING.map(({ table }) => `VACUUM (ANALYZE) usual.${table}`));
}

const NOTE = "SELECT obj_description(to_regnamespace('usual'), 'pg_namespace') AS value";

/** Differs when the directory was written to. */
const STATE = `
  SELECT string_agg(state, ' ') AS value FROM (
    SELECT concat(count(*), ' ', max(updated_at)) AS state FROM public.listings
    UNION ALL SELECT concat(count(*), ' ', max(updated_at)) FROM public.accounts
    UNION ALL SELECT concat(count(*), ' ', max(updated_at)) FROM public.agents
    UNION ALL SELECT md5(string_agg(place::text, '' ORDER BY id)) FROM public.suburbs place
  ) states`;
