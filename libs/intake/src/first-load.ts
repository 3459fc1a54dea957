import { dropIndexes, type Store } from '@app/database';
import type { Filled } from './intakes.js';

/** With fewer lines than that, making indexes again takes longer than it saves. */
const MANY_LINES = 20_000;

/**
 * The first load of empty tables: their indexes are made when all rows are there. Whoever wants to read the tables waits
 * until the transaction ends; there was nothing to read before.
 */
export class FirstLoad {
  private isBegun = false;
  private makeIndexes: (() => Promise<void>) | undefined;

  /** @param store inside a transaction */
  constructor(
    private readonly store: Store,
    private readonly filled: Filled | undefined,
  ) {}

  /** @param expected about how many lines there will be */
  async begin(expected: number): Promise<void> {
    if (this.isBegun || !this.filled || expected < MANY_LINES) return;
    this.isBegun = true;
    const { tables, lookups } = this.filled;
    const rows = await this.store.query<object[]>(`SELECT FROM ${tables[0]} LIMIT 1`);
    if (rows.length === 0) this.makeIndexes = await dropIndexes(this.store, tables, lookups);
  }

  async end(): Promise<void> {
    await this.makeIndexes?.();
  }
}
