import { OperatorError, withSmallHeap } from '@app/process';
import { rebuildDocuments, type RebuildProgress } from '@app/documents';
import { databaseOf, inSession, lockSession, PLANNER_SETTINGS, SqlExecutor, sql } from '@app/sql';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { CreateDirectory1770000000000 } from './migrations/1770000000000-CreateDirectory.js';
import { readiness, schemaFault, type Readiness } from './readiness.js';

/** The next transaction id of this server. */
const NEXT = sql`pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * A restored dump contains transaction ids of another server, which may be ahead of this one. They are removed from the
 * change log: this server would reuse them later, and readers would take the old changes for new ones (ADR 29).
 */
async function forgetForeignTransactions(executor: SqlExecutor): Promise<void> {
  await executor.transaction(async (within) => {
    await within.execute(sql`DELETE FROM changes WHERE xid >= ${NEXT}`);
    await within.execute(sql`UPDATE changes_horizon SET xid = '0', id = 0 WHERE xid >= ${NEXT}`);
    await within.execute(
      sql`UPDATE hook_states SET cursor_xid = 0, marked_xid = 0, replay_until = NULL WHERE cursor_xid::text::xid8 >= ${NEXT}`,
    );
  });
}

/** The oldest major version of PostgreSQL that supports the schema. */
const OLDEST = 15;

/**
 * Applies pending migrations, rebuilds stored documents and keys of other releases, and removes transaction ids of
 * another server. If several processes call it at the same time, one works and the others wait.
 * @returns the names of the applied migrations
 * @throws OperatorError if the database's locale folds only ASCII letters, so that searches would miss accented
 *   names; if the server is too old; or if it has the schema of an unreleased version
 */
export function migrate(dataSource: DataSource, onRebuild?: RebuildProgress): Promise<string[]> {
  return inSession(dataSource, async (session) => {
    await lockSession(session, 'migrations');
    const [{ folds }] = (await session.query(`SELECT lower('É') = 'é' AS folds`)) as [{ folds: boolean }];
    if (!folds)
      throw new OperatorError(
        'DATABASE_URL: the database folds ASCII letters only; create it with a UTF-8 locale other than C.',
      );
    const state = await readiness(dataSource);
    const fault = schemaFault(state) ?? (await versionFault(session, state));
    if (fault) throw fault;
    await setPlanner(dataSource);
    const executor = new MigrationExecutor(dataSource, session);
    executor.transaction = 'each';
    const ran = await executor.executePendingMigrations();
    const directory = SqlExecutor.of(dataSource);
    await forgetForeignTransactions(directory);
    // Documents of a later schema are newer than this release.
    if (state.unknownMigrations.length === 0) await withSmallHeap(() => rebuildDocuments(directory, onRebuild));
    return ran.map(({ name }) => name);
  });
}

/** The fault of an old server, which would otherwise report unknown clauses as syntax errors. */
async function versionFault(
  session: QueryRunner,
  { missingMigrations }: Readiness,
): Promise<OperatorError | undefined> {
  if (!missingMigrations.includes(CreateDirectory1770000000000.name)) return undefined;
  const [{ major }] = (await session.query(`SELECT current_setting('server_version_num')::int / 10000 AS major`)) as [
    { major: number },
  ];
  return major < OLDEST
    ? new OperatorError(`DATABASE_URL: the server is PostgreSQL ${major}; the service needs ${OLDEST} or later.`)
    : undefined;
}

/** Sets the planner for the role in this database behind a pooler; without one, connections do so themselves. */
async function setPlanner(dataSource: DataSource): Promise<void> {
  if (databaseOf(dataSource).canPrepare) return;
  for (const [name, value] of Object.entries(PLANNER_SETTINGS))
    await dataSource.query(`DO $$ BEGIN
      EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET ${name} = %L', current_database(), ${value}::text);
    END $$`);
}
