import { sql, type SqlExecutor } from '@app/sql';
import { ALL } from '@app/snapshot-cache';
import { Injectable } from '@nestjs/common';
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

  /** Has messages sent to a locked hook again, at once. */
  enable(executor: SqlExecutor, { hookID }: KnownHook): Promise<void> {
    return this.commands.enable(executor, hookID);
  }

  /** Gives a locked hook its next secret. */
  async rotate(executor: SqlExecutor, { hookID, generation }: KnownHook, at: Date): Promise<void> {
    await executor.execute(sql`
      UPDATE hook_endpoints SET generation = ${generation + 1}, rotated_at = ${at} WHERE id = ${hookID}`);
  }

  /**
   * Goes back to the place in the log before everything that was recorded since a time. What is not sent yet is still to
   * come: nothing is ever skipped.
   */
  async rewind(executor: SqlExecutor, { hookID }: KnownHook, since: Date): Promise<void> {
    // Transactions end in another order than they began: what was recorded since may have begun before.
    const [first] = await executor.queryRows<{ xid: number }>(sql`
      SELECT xid::text::float8 AS xid FROM changes WHERE at >= ${since}
        AND xid::text::bigint <= (SELECT coalesce(
          (SELECT cursor_xid FROM hook_states WHERE hook_id = ${hookID}), (SELECT xid FROM hook_progress)))
      ORDER BY changes.xid LIMIT 1`);
    if (first) await this.commands.rewind(executor, hookID, { xid: first.xid - 1, id: ALL, listing: ALL, log: '' });
  }

  /** Adds an attempt to the log of deliveries. */
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
