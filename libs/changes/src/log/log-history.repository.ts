import type { LogOffset } from '@app/cache';
import { sql, SqlExecutor, tryLockUntilCommit } from '@app/sql';
import { ensureClock } from '@app/writes';
import { Injectable } from '@nestjs/common';

/** The daily partitions of the change log. */
@Injectable()
export class ChangeDaysRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Creates partitions ahead of time, and drops partitions older than the retention in days; in one process at a time.
   * @returns the names of the created and dropped partitions
   */
  keep(retention: number): Promise<string[]> {
    return this.executor.transaction(async (executor) => {
      // There is no log before the first migration.
      const [log] = await executor.query<{ exists: boolean }>(
        sql`SELECT to_regproc('keep_change_days') IS NOT NULL AS exists`,
      );
      if (!log?.exists) return [];
      if (!(await tryLockUntilCommit(executor, 'changeDays'))) return [];
      await ensureClock(executor);
      const rows = await executor.execute<{ name: string }>(sql`SELECT keep_change_days(${retention}::int) AS name`);
      return rows.map(({ name }) => name);
    });
  }
}

/**
 * SQL: whether `pg_last_wal_replay_lsn()` is the position of the promotion. After a crash recovery it is the end of the
 * recovery; in that case the server has received no WAL from a primary.
 */
const knowsPromotion = sql`(pg_last_wal_receive_lsn() IS NOT NULL OR pg_last_xact_replay_timestamp()
  > greatest(pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time()))`;

/** The history of change logs: a promoted standby continues the log of its primary (ADR 32). */
@Injectable()
export class LogHistoryRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Stores the name of the log, and the position at which it continues a former log; the server knows that position
   * until it restarts. An unknown former log is not trusted.
   */
  async record(): Promise<void> {
    await this.executor.execute(sql`
      INSERT INTO change_logs (name, former, former_end)
      SELECT changes_log(), former.name, CASE WHEN former.name IS NOT NULL THEN pg_last_wal_replay_lsn() END
      FROM (VALUES (changes_log_on(current_timeline() - 1))) AS previous(name)
      LEFT JOIN change_logs former ON former.name = previous.name AND ${knowsPromotion}
      ON CONFLICT DO NOTHING`);
  }

  /** Whether the current log continues the log of an offset, and contains all changes up to the offset. */
  async continues({ log, wal }: LogOffset): Promise<boolean> {
    if (wal === undefined) return false;
    await this.record();
    return (await this.formerEnd(log, wal)).length > 0;
  }

  /** Whether the current log continues another log, of which this database has stored an offset. */
  async succeeds(log: string): Promise<boolean> {
    await this.record();
    return (await this.formerEnd(log, 0)).length > 0;
  }

  /** The end of a former log in the current history, if it is at or after a position. */
  private formerEnd(log: string, wal: number): Promise<object[]> {
    return this.executor.query(sql`
      WITH RECURSIVE logs AS (
        SELECT * FROM change_logs WHERE name = changes_log()
        UNION SELECT former.* FROM logs JOIN change_logs former ON former.name = logs.former
      ) SELECT FROM logs WHERE former = ${log} AND former_end - '0/0'::pg_lsn >= ${wal}::numeric`);
  }
}
