import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError, withSmallHeap } from '@app/process';
import { rebuildDocuments, type RebuildProgress } from '@app/documents';
import { databaseOf, inSession, isLockTimeout, lockSession, SESSION_SETTINGS, SqlExecutor, sql } from '@app/sql';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { CreateDirectory1770000000000 } from './migrations/1770000000000-CreateDirectory.js';
import { appliedMigrations, readiness, schemaFault, type Readiness } from './readiness.js';

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

/** Callbacks of `migrate`. */
export interface MigrationWatch {
  readonly onRebuild?: RebuildProgress;
  /** Called when a statement waits for a lock, with the sessions that hold it; again if they change. */
  readonly onWait?: (holders: string) => void;
}

/**
 * Applies pending migrations, rebuilds stored documents and keys of other releases, and removes transaction ids of
 * another server. If several processes call it at the same time, one works and the others wait. If a session locks a
 * table, it gives way after two seconds, so that the service does not queue behind it, and repeats.
 * @returns the names of the applied migrations
 * @throws OperatorError if the database's locale folds only ASCII letters, so that searches would miss accented
 *   names; if the server is too old; or if it has a schema of no release
 */
export function migrate(dataSource: DataSource, { onRebuild, onWait }: MigrationWatch = {}): Promise<string[]> {
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
    await setRole(dataSource);
    await session.query(`SET lock_timeout = '${LOCK_TIMEOUT_MS}'`);
    const before = await appliedMigrations(dataSource);
    const directory = SqlExecutor.of(dataSource);
    await repeatedWhenLocked(dataSource, onWait, async () => {
      const executor = new MigrationExecutor(dataSource, session);
      executor.transaction = 'each';
      await executor.executePendingMigrations();
      await forgetForeignTransactions(directory);
      // Documents of a later schema are newer than this release.
      if (state.unknownMigrations.length === 0) await withSmallHeap(() => rebuildDocuments(directory, onRebuild));
    });
    const after = await appliedMigrations(dataSource);
    return after.filter((name) => !before.includes(name));
  });
}

/** A migration waits this long for a lock. Statements of the service that need the table queue behind it meanwhile. */
const LOCK_TIMEOUT_MS = 2_000;
/** The pause after it, in which the service reads. */
const PAUSE_MS = 1_000;

/** Repeats work until no other session holds a lock that it needs. */
async function repeatedWhenLocked(
  dataSource: DataSource,
  onWait: MigrationWatch['onWait'],
  work: () => Promise<void>,
): Promise<void> {
  const { lockWaits } = databaseOf(dataSource);
  for (let named = ''; ;) {
    const holders = sleep(LOCK_TIMEOUT_MS / 2, undefined, { ref: false }).then(() => lockWaits.holders());
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const names = (await holders).join('; ') || 'another session';
      if (names !== named) onWait?.(names);
      named = names;
      await sleep(PAUSE_MS);
    }
  }
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

/** Sets the role's sessions in this database behind a pooler; without one, connections set themselves. */
async function setRole(dataSource: DataSource): Promise<void> {
  if (databaseOf(dataSource).canPrepare) return;
  for (const [name, value] of Object.entries(SESSION_SETTINGS))
    await dataSource.query(`DO $$ BEGIN
      EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET ${name} = %L', current_database(), (${value})::text);
    END $$`);
}
