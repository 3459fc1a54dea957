import { SqlExecutor } from '@app/sql';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { openTransactions, openTransactionWords } from './open-transactions.reads.js';

const MINUTE_MS = 60_000;

/** Warns once a minute of a transaction that the feed of changes and hooks wait for. */
@Injectable()
export class OpenTransactionsJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(OpenTransactionsJob.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly executor: SqlExecutor) {}

  onApplicationBootstrap(): void {
    // An outage is reported by those who need the database.
    this.timer = setInterval(() => void this.check().catch(() => undefined), MINUTE_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async check(): Promise<void> {
    for (const transaction of await openTransactions(this.executor))
      this.logger.warn(
        `The feed of changes and hooks wait for an open transaction: ${openTransactionWords(transaction)}`,
      );
  }
}
