import { Client } from 'pg';

/** The tables of accounts and their data. */
const TABLES = [
  'accounts',
  'credentials',
  'agents',
  'properties',
  'property_documents',
  'listings',
  'listing_documents',
  'listing_agents',
  'listing_inspections',
  'listing_words',
  'listing_history',
  'listing_events',
  'current_listings',
];

/** The table whose ids a column of integers contains. */
const OWNERS: Readonly<Record<string, string>> = {
  website_id: 'accounts',
  main_website_id: 'accounts',
  agent_id: 'agents',
  property_id: 'properties',
  listing_id: 'listings',
  shown_listing_id: 'listings',
};

/** Texts that must be unique. */
const UNIQUE_TEXTS = new Set(['address_key', 'access_key']);

/**
 * Adds copies of the accounts of a directory with all their data, in the same suburbs, until it has grown by the factor
 * `times`. Texts that were derived from ids keep those of the original.
 *
 * @param url with the rights of a superuser, because triggers and foreign keys are bypassed
 */
export async function multiply(url: string, times: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const rowsOf = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
    const run = (text: string) => client.query(text);
    await run(`SET session_replication_role = replica; SET maintenance_work_mem = '1GB'`);
    const ids: Record<string, number> = {};
    for (const table of ['accounts', 'credentials', 'agents', 'properties', 'listings']) {
      ids[table] = (await rowsOf<{ most: number }>(`SELECT max(id) AS most FROM ${table}`))[0]?.most ?? 0;
    }
    const indexes = await rowsOf<{ name: string; text: string }>(`
      SELECT indexname AS name, indexdef AS text FROM pg_indexes
      WHERE tablename = ANY('{${TABLES.join()}}') AND indexdef NOT LIKE 'CREATE UNIQUE%'`);
    for (const { name } of indexes) await run(`DROP INDEX ${name}`);
    for (const table of TABLES) {
      const columns = await rowsOf<{ name: string; type: string }>(`
        SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = '${table}'`);
      const values = columns.map(({ name, type }) => {
        // Directories with equal first listings have equal copies.
        if (type === 'uuid') return `md5(${name}::text || copy)::uuid`;
        if (UNIQUE_TEXTS.has(name)) return `${name} || ' ' || copy`;
        const owner = name === 'id' ? table.replace('current_', '') : OWNERS[name];
        return owner && type === 'integer' ? `${name} + copy * ${ids[owner]}` : name;
      });
      await run(`CREATE TEMP TABLE first AS TABLE ${table}`);
      for (let copy = 1; copy < times; copy += 1) {
        await run(`INSERT INTO ${table} (${columns.map(({ name }) => name).join()}) OVERRIDING SYSTEM VALUE
          SELECT ${values.join()} FROM first, (VALUES (${copy})) AS copies (copy)`);
      }
      await run(`DROP TABLE first`);
      if (table in ids) await run(`SELECT setval('${table}_id_seq', (SELECT max(id) FROM ${table}))`);
    }
    for (const { text } of indexes) await run(text);
  } finally {
    await client.end();
  }
}
