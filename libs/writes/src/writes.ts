import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { AuditEntry } from './audit-entry.js';
import { AuditTrail } from './audit-trail.writer.js';
import type { Author } from './author.js';
import { heldTransaction } from './held-transaction.js';

/** Records the action of a transaction; a write that changes nothing records nothing. @returns the id of the entry */
export type Audit = (entry: AuditEntry) => Promise<string>;

/** Runs the transactions of writes; each records its author and action in the same transaction. */
@Injectable()
export class Writes {
  constructor(
    private readonly executor: SqlExecutor,
    private readonly trail: AuditTrail,
  ) {}

  /** Runs a write in its transaction, or in the transaction that is held for the request. */
  async run<T>(author: Author, work: (executor: SqlExecutor, audit: Audit) => Promise<T>): Promise<T> {
    const write = (executor: SqlExecutor) => work(executor, (entry) => this.trail.record(executor, author, entry));
    const held = 'request' in author ? heldTransaction.get(author.request) : undefined;
    return held ? write(await held.executor()) : this.executor.transaction(write);
  }
}
