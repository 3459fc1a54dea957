import { sql, SqlExecutor, tryLockUntilCommit, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';

/** The number of rows deleted per transaction. */
const AT_A_TIME = 5_000;

/** Deletes expired audit entries and idempotent responses. */
@Injectable()
export class WriteTracesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** Deletes some of the oldest rows, in one process at a time. @returns whether there may be more */
  prune(auditDays: number): Promise<boolean> {
    return this.executor.transaction(async (executor) => {
      // The tables do not exist before the first migration.
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
