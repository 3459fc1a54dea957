import { SqlExecutor } from '@app/sql';
import { RecurringJob } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { openTransactions, openTransactionWords } from './open-transactions.reads.js';

const MINUTE_MS = 60_000;

/** Logs once a minute a warning about a transaction that delays the change feed and hooks. */
@Injectable()
export class OpenTransactionsJob extends RecurringJob {
  constructor(private readonly executor: SqlExecutor) {
    super(MINUTE_MS);
  }

  protected async work(): Promise<void> {
    for (const transaction of await openTransactions(this.executor))
      this.logger.warn(
        `The change feed and the hooks wait for an open transaction: ${openTransactionWords(transaction)}`,
      );
  }
}
