import { sql, SqlExecutor, tryLockUntilCommit } from '@app/sql';
import { Injectable } from '@nestjs/common';

/** The days by which the log of changes is partitioned. */
@Injectable()
export class ChangeDaysRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Makes the days ahead, and drops those that are older than so many days. Of several processes one does it.
   *
   * @returns the names of the partitions that were made and dropped
   */
  keep(retention: number): Promise<string[]> {
    return this.executor.transaction(async (executor) => {
      // Before the first migration there is no log.
      const [log] = await executor.queryRows<{ exists: boolean }>(
        sql`SELECT to_regproc('keep_change_days') IS NOT NULL AS exists`,
      );
      if (!log?.exists) return [];
      if (!(await tryLockUntilCommit(executor, 'changeDays'))) return [];
      const rows = await executor.execute<{ name: string }>(sql`SELECT keep_change_days(${retention}::int) AS name`);
      return rows.map(({ name }) => name);
    });
  }
}
