import type { DataSource } from 'typeorm';

/** Has PostgreSQL look at tables that have changed a lot, so that the next requests are planned for what is there now. */
export async function tidyTables(dataSource: DataSource, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SET statement_timeout = 0');
    await runner.query(`VACUUM (ANALYZE) ${[...new Set(tables)].join(', ')}`);
  } finally {
    await runner.query('RESET statement_timeout');
    await runner.release();
  }
}
