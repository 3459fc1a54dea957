import { OperatorError } from '@app/process';
import { MigrationExecutor, type DataSource } from 'typeorm';

/** Any number that no other lock of the service uses. */
const MIGRATION_LOCK = 7_310_001;

/**
 * Brings the schema up to date and tells the names of the migrations that ran. Several processes may call it at once:
 * one works, the others wait.
 *
 * @throws OperatorError when the database folds only ASCII letters, by which searches would miss accented names
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SET statement_timeout = 0');
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const [{ folds }] = (await lock.query(`SELECT lower('É') = 'é' AS folds`)) as [{ folds: boolean }];
    if (!folds)
      throw new OperatorError(
        'DATABASE_URL: the database folds ASCII letters only; create it with a UTF-8 locale other than C.',
      );
    // On this connection, for a statement of a migration takes as long as it takes.
    const executor = new MigrationExecutor(dataSource, lock);
    executor.transaction = 'each';
    const ran = await executor.executePendingMigrations();
    return ran.map(({ name }) => name);
  } finally {
    await lock.query('SELECT pg_advisory_unlock_all()');
    await lock.query('RESET statement_timeout');
    await lock.release();
  }
}

/** Whether every migration has been applied. */
export async function isMigrated(dataSource: DataSource): Promise<boolean> {
  return !(await dataSource.showMigrations());
}

/**
 * The migrations that the database has and this version does not know: a later version has been deployed beside it, or
 * before it and was rolled back. Asked of a migrated database.
 */
export async function unknownMigrations(dataSource: DataSource): Promise<string[]> {
  const known = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const rows = await dataSource.query<{ name: string }[]>(
    'SELECT name FROM migrations WHERE name <> ALL($1::text[]) ORDER BY id',
    [known],
  );
  return rows.map(({ name }) => name);
}
