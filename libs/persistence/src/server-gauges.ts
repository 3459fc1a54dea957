import { GROWING_TABLES, kept, type Gauges } from '@app/metrics';
import { sql, SqlExecutor } from '@app/sql';
import type { DataSource } from 'typeorm';
import { readiness } from './readiness.js';

/** How long a value is repeated, so that frequent scrapes by several readers stay cheap. */
const KEPT_MS = 60_000;

interface ServerState {
  readonly bytes: number;
  readonly connections: number;
  readonly most: number;
  readonly isArchiveFailing: boolean;
}

/** PostgreSQL 15 has no `reserved_connections`. Every role may read these views. */
const STATE = sql`
  SELECT pg_database_size(current_database())::float8 AS bytes,
    (SELECT sum(numbackends) FROM pg_stat_database)::int AS connections,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) AS most,
    current_setting('archive_mode') <> 'off' AND (
      SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) FROM pg_stat_archiver
    ) AS "isArchiveFailing"`;

/**
 * Table sizes from the page counts of the catalog: `pg_total_relation_size` would wait for a lock of a migration, and
 * all other gauges with it.
 */
const TABLES = sql`
  WITH part AS (
    SELECT name, to_regclass(name)::oid AS id FROM unnest(${[...GROWING_TABLES]}::text[]) AS name
    UNION ALL
    SELECT name, inhrelid FROM unnest(${[...GROWING_TABLES]}::text[]) AS name JOIN pg_inherits ON inhparent = to_regclass(name)
  ), heap AS (
    SELECT name, id FROM part UNION ALL SELECT name, reltoastrelid FROM part JOIN pg_class ON oid = id WHERE reltoastrelid > 0
  ), stored AS (
    SELECT name, id FROM heap UNION ALL SELECT name, indexrelid FROM heap JOIN pg_index ON indrelid = id
  )
  SELECT name AS table, sum(greatest(relpages, 0))::float8 * current_setting('block_size')::int AS bytes
  FROM stored JOIN pg_class ON oid = id GROUP BY name`;

interface TableSize {
  readonly table: (typeof GROWING_TABLES)[number];
  readonly bytes: number;
}

/** Gauges of the database server and the schema. @param keptMs how long a value is repeated */
export function serverGauges(dataSource: DataSource, keptMs = KEPT_MS): Gauges['database'] {
  const executor = SqlExecutor.of(dataSource);
  const state = kept(async () => {
    const [row] = await executor.query<ServerState>(STATE, 'reserved');
    return row as ServerState; // the statement returns one row
  }, keptMs);
  const tables = kept(() => executor.query<TableSize>(TABLES, 'reserved'), keptMs);
  const schema = kept(() => readiness(dataSource), keptMs);
  return {
    db_size_bytes: async () => (await state()).bytes,
    db_table_bytes: async () => (await tables()).map(({ table, bytes }) => [{ table }, bytes] as const),
    db_server_connections: async () => (await state()).connections,
    db_server_connections_max: async () => (await state()).most,
    db_archive_failing: async () => Number((await state()).isArchiveFailing),
    schema_unknown_migrations: async () => (await schema()).unknownMigrations.length,
  };
}
