import { sql, SqlExecutor } from '@app/sql';
import type { DataSource } from 'typeorm';

/** The state of the database, as far as the service depends on it. */
export interface Readiness {
  /** The server is a replica, or set to read-only. */
  readonly isReadOnly: boolean;
  /** Names of migrations that are not applied. */
  readonly missingMigrations: string[];
  /** Names of migrations that a later version has applied; it runs beside this one, or was rolled back. */
  readonly unknownMigrations: string[];
}

interface State {
  readonly isReadOnly: boolean;
  readonly applied: readonly string[];
}

/** Reads the state in one statement, on a reserved connection. @throws any error of the driver */
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
  const { isReadOnly, applied } = state as State; // the statement returns one row
  return {
    isReadOnly,
    missingMigrations: known.filter((name) => !applied.includes(name)),
    unknownMigrations: applied.filter((name) => !known.includes(name)),
  };
}

/** The table of migrations does not exist: no migration was ever applied. */
const isMissingTable = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '42P01';
