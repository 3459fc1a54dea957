import { sql, type SqlExecutor } from '@app/sql';
import { ALL, type LogOffset } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { problems } from '@app/http';
import { HookCommandsRepository } from './hook-commands.repository.js';
import { findHook, type HookPath, type KnownHook } from './hooks.repository.js';

/** Writes of hooks that their owners ask for. */
@Injectable()
export class HooksWriter {
  constructor(private readonly commands: HookCommandsRepository) {}

  /** Locks a hook until the transaction ends. */
  async lock(executor: SqlExecutor, path: HookPath): Promise<KnownHook | undefined> {
    const [found] = await executor.execute<KnownHook>(sql`${findHook(path)} FOR UPDATE OF hook`);
    return found;
  }

  /** Gives a locked hook its next secret. The former one never comes back, even if the hook goes and comes again. */
  async rotate(executor: SqlExecutor, { hookID, websiteID, url, generation }: KnownHook, at: Date): Promise<void> {
    await executor.execute(sql`
      UPDATE hook_endpoints SET generation = ${generation + 1}, rotated_at = ${at} WHERE id = ${hookID}`);
    await executor.execute(sql`
      INSERT INTO hook_rotations (website_id, url_md5, generation, rotated_at)
      VALUES (${websiteID}, md5(${url}), ${generation + 1}, ${at})
      ON CONFLICT (website_id, url_md5) DO UPDATE SET generation = excluded.generation, rotated_at = excluded.rotated_at`);
  }

  /**
   * Goes back to the place in the log before everything that was recorded since a time; to the place that is stored, if that
   * is further back. The worker may be ahead of it, by what it has not stored yet: nothing is ever skipped.
   *
   * @throws REPLAY_UNDER_WAY the former replay has not ended; that of a disabled hook sends nothing
   */
  async rewind(executor: SqlExecutor, { hookID }: KnownHook, since: Date): Promise<void> {
    const [stored] = await executor.queryRows<LogOffset & { handled: number; isReplaying: boolean }>(sql`
      SELECT progress.log, progress.xid::float8 AS handled,
        coalesce(cursor_xid < replay_until AND state <> 'disabled', false) AS "isReplaying", coalesce(cursor_xid, progress.xid)::float8 AS xid,
        CASE WHEN cursor_xid IS NULL THEN progress.id ELSE cursor_id END::float8 AS id,
        CASE WHEN cursor_xid IS NULL THEN ${ALL}::bigint ELSE cursor_listing END::float8 AS listing
      FROM hook_progress progress LEFT JOIN hook_states ON hook_id = ${hookID}`);
    if (stored?.isReplaying) throw problems.replayUnderWay();
    // Transactions end in another order than they began: what was recorded since may have begun before.
    const [first] = await executor.queryRows<{ xid: number }>(
      sql`SELECT xid::text::float8 AS xid FROM changes WHERE at >= ${since} ORDER BY changes.xid LIMIT 1`,
    );
    // Where nothing was handled, or recorded, there is nothing to repeat.
    if (!first || !stored?.log) return;
    const before = { log: stored.log, xid: first.xid - 1, id: ALL, listing: ALL };
    await this.commands.rewind(executor, hookID, before.xid < stored.xid ? before : stored, stored.handled);
  }

  /** Adds an attempt to the log of deliveries, where the worker finds it: a success ends the pause of the hook. */
  async log(executor: SqlExecutor, hookId: number, attempt: PingAttempt): Promise<void> {
    const { deliveryID, at, status, durationMs, reply } = attempt;
    await executor.execute(sql`
      INSERT INTO hook_deliveries (hook_id, message_id, type, at, attempt, status, duration_ms, reply)
      VALUES (${hookId}, ${deliveryID}, 'ping', ${at}, 1, ${status}, ${durationMs}, ${reply})`);
  }
}

interface PingAttempt {
  readonly deliveryID: string;
  readonly at: Date;
  readonly status: number | null;
  readonly durationMs: number;
  readonly reply: string;
}
