import { sql, SqlExecutor } from '@app/sql';
import type { DataSource } from 'typeorm';

/** What a process needs of its database to serve. */
export interface Readiness {
  /** The server is a replica, or was told to take no writes. */
  readonly isReadOnly: boolean;
  /** Names of migrations that are not applied. */
  readonly missingMigrations: string[];
  /** Names of those that a later version has applied, which runs beside this one or was rolled back. */
  readonly unknownMigrations: string[];
}

interface State {
  readonly isReadOnly: boolean;
  readonly applied: readonly string[];
}

/** Asks in one statement, for which a connection is reserved. @throws what the driver does */
export async function readiness(dataSource: DataSource): Promise<Readiness> {
  const known = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const [state] = await SqlExecutor.of(dataSource)
    .queryReserved<State>(
      sql`SELECT current_setting('transaction_read_only')::bool AS "isReadOnly",
      ARRAY(SELECT name FROM migrations ORDER BY id)::text[] AS applied`,
    )
    .catch((error: unknown) => {
      if (isMissingTable(error)) return [{ isReadOnly: false, applied: [] }];
      throw error;
    });
  const { isReadOnly, applied } = state as State; // there is always one row
  return {
    isReadOnly,
    missingMigrations: known.filter((name) => !applied.includes(name)),
    unknownMigrations: applied.filter((name) => !known.includes(name)),
  };
}

/** Nobody has migrated it yet. */
const isMissingTable = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '42P01';
