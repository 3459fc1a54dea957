import { dropIndexes, ownsTables, type Store } from '@app/sql';
import type { BulkLoadTables } from './intakes.js';
import { lockListings } from './listing-intake.js';

/** With fewer lines than that, making indexes again takes longer than it saves. */
const MANY_LINES = 20_000;

/** Other processes that are connected to the database; those of this one have its name. */
const OTHERS = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND coalesce(backend_type, 'client backend') = 'client backend'
    AND application_name IS DISTINCT FROM current_setting('application_name') LIMIT 1`;

/**
 * The first load of empty tables: their indexes are made when all rows are there (ADR 12). Only while nobody else is
 * connected, for whoever wants to read the tables waits until the transaction ends; and only as the owner of the tables.
 */
export class FirstLoad {
  private isDecided = false;
  private makeIndexes: (() => Promise<void>) | undefined;

  /** @param store inside a transaction */
  constructor(
    private readonly store: Store,
    private readonly filled: BulkLoadTables | undefined,
  ) {}

  /** Decides, at the first call, whether this is one. @param expected about how many lines there will be */
  async begin(expected: number): Promise<void> {
    if (this.isDecided) return;
    this.isDecided = true;
    if (!this.filled || expected < MANY_LINES || (await this.holds(OTHERS))) return;
    const { tables, referred, lookups } = this.filled;
    if (!(await ownsTables(this.store, tables))) return;
    for (const table of tables) if (await this.holds(`SELECT FROM ${table} LIMIT 1`)) return;
    // Whoever comes now waits for one of these, and holds nothing yet that the load will ask for.
    await lockListings(this.store);
    await this.store.query(`LOCK TABLE ${referred.join(', ')} IN SHARE MODE`);
    await this.store.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    this.makeIndexes = await dropIndexes(this.store, tables, lookups);
  }

  async end(): Promise<void> {
    await this.makeIndexes?.();
  }

  private async holds(statement: string): Promise<boolean> {
    const rows = await this.store.query<object[]>(statement);
    return rows.length > 0;
  }
}
