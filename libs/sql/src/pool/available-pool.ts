import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { DatabaseAvailability } from './database-availability.js';

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error) => void) => void;

interface AvailablePoolConfig extends PoolConfig {
  /** Shared with the clients of the pool, which report to it. */
  readonly availability: DatabaseAvailability;
}

/** A pool that gives no connection during an outage: it waits for the end, or fails. */
export class AvailablePool extends Pool {
  readonly availability: DatabaseAvailability;

  constructor(config: AvailablePoolConfig) {
    super(config);
    this.availability = config.availability;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (!this.availability.isAway) return callback ? super.connect(callback) : super.connect();
    if (!callback) return this.availability.whenBack().then(() => super.connect());
    void this.connectLater(callback);
  }

  private async connectLater(callback: Connected): Promise<void> {
    try {
      await this.availability.whenBack();
    } catch (error) {
      callback(error as Error, undefined, () => undefined); // a DatabaseAwayError
      return;
    }
    super.connect(callback);
  }
}
