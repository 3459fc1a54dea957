import type { LogOffset } from '@app/cache';
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

/**
 * SQL: whether `pg_last_wal_replay_lsn()` is where the server was promoted. A server that has recovered from a crash since
 * names the end of that recovery; then it has received nothing from a primary.
 */
const knowsPromotion = sql`(pg_last_wal_receive_lsn() IS NOT NULL OR pg_last_xact_replay_timestamp()
  > greatest(pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time()))`;

/** Which logs of changes have become one: a promoted standby goes on with the log of its primary (ADR 45). */
@Injectable()
export class LogHistoryRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Stores the name of the log, and where it goes on with a former one: the server knows that until it restarts. A former
   * log that was never seen here is not trusted.
   */
  async record(): Promise<void> {
    await this.executor.execute(sql`
      INSERT INTO change_logs (name, former, former_end)
      SELECT changes_log(), former.name, CASE WHEN former.name IS NOT NULL THEN pg_last_wal_replay_lsn() END
      FROM (VALUES (changes_log_on(current_timeline() - 1))) AS previous(name)
      LEFT JOIN change_logs former ON former.name = previous.name AND ${knowsPromotion}
      ON CONFLICT DO NOTHING`);
  }

  /** Whether the log goes on with that of an offset, and has everything that was read up to it. */
  async continues({ log, wal }: LogOffset): Promise<boolean> {
    if (wal === undefined) return false;
    await this.record();
    return (await this.formerEnd(log, wal)).length > 0;
  }

  /** Whether the log goes on with another one, in which an offset was stored in this database. */
  async succeeds(log: string): Promise<boolean> {
    await this.record();
    return (await this.formerEnd(log, 0)).length > 0;
  }

  /** A later log of several has gone on behind the end of an earlier one. */
  private formerEnd(log: string, wal: number): Promise<object[]> {
    return this.executor.queryRows(sql`
      WITH RECURSIVE logs AS (
        SELECT * FROM change_logs WHERE name = changes_log()
        UNION SELECT former.* FROM logs JOIN change_logs former ON former.name = logs.former
      ) SELECT FROM logs WHERE former = ${log} AND former_end - '0/0'::pg_lsn >= ${wal}::numeric`);
  }
}
