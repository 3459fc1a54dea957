import { OperatorError } from '@app/process';
import { sql, SqlExecutor } from '@app/sql';
import type { DataSource } from 'typeorm';

/** The state of the database that the service depends on. */
export interface Readiness {
  /** Whether the server is a replica or read-only. */
  readonly isReadOnly: boolean;
  /** Names of migrations that have not been applied. */
  readonly missingMigrations: string[];
  /** Names of migrations applied by a later release, which runs beside this one or was rolled back. */
  readonly unknownMigrations: string[];
  /** Names of migrations that no release has, in a database that lacks this release's migrations. */
  readonly foreignMigrations: string[];
}

interface State {
  readonly isReadOnly: boolean;
  /** Names of the applied migrations. */
  readonly applied: readonly string[];
}

/** Reads the state on a reserved connection. @throws any error of the driver */
export async function readiness(dataSource: DataSource): Promise<Readiness> {
  const known = dataSource.migrations.map((migration) => migration.constructor.name);
  const { isReadOnly, applied } = await readState(SqlExecutor.of(dataSource));
  const missingMigrations = known.filter((name) => !applied.includes(name));
  const unknownMigrations = applied.filter((name) => !known.includes(name));
  // A later release has applied every migration of this one.
  const foreignMigrations = missingMigrations.length > 0 ? unknownMigrations : [];
  return { isReadOnly, missingMigrations, unknownMigrations, foreignMigrations };
}

/** The names of the applied migrations. */
export async function appliedMigrations(dataSource: DataSource): Promise<readonly string[]> {
  const { applied } = await readState(SqlExecutor.of(dataSource));
  return applied;
}

/** An instruction for the operator about a schema of no release; undefined for a released schema. */
export function schemaFault({ foreignMigrations: [first, ...others] }: Readiness): OperatorError | undefined {
  if (first === undefined) return undefined;
  const names = others.length === 0 ? first : `${first} and ${others.length} more`;
  return new OperatorError(
    `DATABASE_URL or DATA_DIR: the database has other migrations (${names}) and lacks those of this release; take an empty database`,
  );
}

/** A message about the schema of a later release, beside which this release can run; undefined without one. */
export function laterSchema({ unknownMigrations: names }: Readiness): string | undefined {
  if (names.length === 0) return undefined;
  return `The database has the schema of a later release (${names.join(', ')}): run that release, unless an upgrade is under way`;
}

const STATE = sql`
  SELECT current_setting('transaction_read_only')::bool AS "isReadOnly", coalesce(json_agg(name ORDER BY id), '[]') AS applied
  FROM migrations`;

async function readState(executor: SqlExecutor): Promise<State> {
  try {
    const [state] = await executor.query<State>(STATE, 'reserved');
    return state as State; // the statement returns one row
  } catch (error) {
    if (!isMissingTable(error)) throw error;
    // No migration has been applied yet.
    return { isReadOnly: false, applied: [] };
  }
}

const isMissingTable = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '42P01';
