import { sql, SqlExecutor, tryLockUntilCommit, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';

/** So many rows are deleted in a transaction. */
const AT_A_TIME = 5_000;

/** Deletes what writes have left behind and is not kept any longer. */
@Injectable()
export class WriteTracesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** Deletes some of the oldest. Of several processes one does it. @returns whether there may be more */
  prune(auditDays: number): Promise<boolean> {
    return this.executor.transaction(async (executor) => {
      // Before the first migration there is nothing.
      const [there] = await executor.query(sql`SELECT WHERE to_regclass('idempotent_answers') IS NOT NULL`);
      if (!there || !(await tryLockUntilCommit(executor, 'writeTraces'))) return false;
      const entries = await executor.execute(oldest(sql`audit_log`, sql`${auditDays}::int * interval '1 day'`));
      const answers = await executor.execute(oldest(sql`idempotent_answers`, sql`interval '24 hours'`));
      return entries.length === AT_A_TIME || answers.length === AT_A_TIME;
    });
  }
}

const oldest = (table: Sql, age: Sql): Sql => sql`
  DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${table} WHERE at <= clock_timestamp() - ${age} ORDER BY at LIMIT ${AT_A_TIME}
  )) RETURNING 1`;
