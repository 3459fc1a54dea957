import { deriveEvents, lockListings } from '@app/listings';
import { dropIndexes, ownsTables, type SqlExecutor, raw, sql, type Sql } from '@app/sql';
import type { BulkLoadTables } from './import/intakes.js';

/** With fewer lines, rebuilding the indexes costs more time than it saves. */
const MANY_LINES = 20_000;

/** Tables without change log triggers, because they are derived from the other tables. */
const MADE_TABLES = ['current_listings', 'listing_words'];

/** Connections of other processes to the database; connections of this process have its application name. */
const OTHERS = sql`
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND coalesce(backend_type, 'client backend') = 'client backend'
    AND application_name IS DISTINCT FROM current_setting('application_name')
    -- A connection of this process that is still starting has no name yet.
    AND (usename IS DISTINCT FROM current_user OR coalesce(state, 'starting') <> 'starting') LIMIT 1`;

/**
 * The first load of empty tables: their indexes are dropped, and created again after all rows are written (ADR 8). It
 * requires that no other process is connected, because readers would wait until the transaction ends, and that the role
 * owns the tables.
 */
export class FirstLoad {
  private isDecided = false;
  private finish: (() => Promise<void>) | undefined;

  /** @param executor inside a transaction */
  constructor(
    private readonly executor: SqlExecutor,
    private readonly bulkLoad: BulkLoadTables | undefined,
  ) {}

  /** Decides at the first call whether this is a first load. @param expected the approximate number of lines */
  async begin(expected: number): Promise<void> {
    if (this.isDecided) return;
    this.isDecided = true;
    if (!this.bulkLoad || expected < MANY_LINES || (await this.holds(OTHERS))) return;
    const { tables, referred, lookups } = this.bulkLoad;
    if (!(await ownsTables(this.executor, tables))) return;
    for (const table of tables) if (await this.holds(sql`SELECT FROM ${raw(table)} LIMIT 1`)) return;
    // A process that connects later waits for one of these locks, and does not yet hold any lock that the load needs.
    await lockListings(this.executor);
    await this.executor.execute(raw(`LOCK TABLE ${referred.join(', ')} IN SHARE MODE`));
    await this.executor.execute(raw(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`));
    const makeIndexes = await dropIndexes(this.executor, [...tables, ...MADE_TABLES], lookups);
    const recordAgain = await pauseRecording(this.executor, tables);
    const keepAgain = await pauseCurrentListings(this.executor);
    this.finish = async () => {
      await keepAgain();
      await makeIndexes();
      await recordAgain();
    };
  }

  /** Whether the indexes were dropped. */
  get isBulk(): boolean {
    return this.finish !== undefined;
  }

  async end(): Promise<void> {
    await this.finish?.();
  }

  private async holds(statement: Sql): Promise<boolean> {
    const rows = await this.executor.query(statement);
    return rows.length > 0;
  }
}

/**
 * Stops the trigger that fills the narrow rows of current listings (ADR 16).
 * @returns a function that fills them at once, and starts the trigger again
 */
async function pauseCurrentListings(executor: SqlExecutor): Promise<() => Promise<void>> {
  await executor.execute(sql`ALTER TABLE listings DISABLE TRIGGER current_listing_added`);
  return async () => {
    await executor.execute(sql`TRUNCATE current_listings`);
    await executor.execute(sql`SELECT fill_current_listings()`);
    await executor.execute(sql`ALTER TABLE listings ENABLE TRIGGER current_listing_added`);
  };
}

/**
 * Stops the triggers that log changes of tables (ADR 14).
 * @returns a function that logs the load as a truncation, derives the events, and starts the triggers again; readers
 *   of the log copy everything anew
 */
async function pauseRecording(executor: SqlExecutor, tables: readonly string[]): Promise<() => Promise<void>> {
  const switchTo = async (state: string) => {
    for (const table of tables) await executor.execute(raw(`ALTER TABLE ${table} ${state} TRIGGER staged`));
  };
  await switchTo('DISABLE');
  return async () => {
    await executor.execute(
      sql`INSERT INTO changes (resource, kind) VALUES ('property', 'truncated'), ('listing', 'truncated')`,
    );
    await deriveEvents(executor);
    await switchTo('ENABLE');
  };
}
