import { sql, type SqlExecutor } from '@app/sql';
import { ALL, type LogOffset } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { problems } from '@app/http';
import { stageAccount } from './delivery/delivery-store.repository.js';
import { isSuccess } from './delivery/endpoint-state.js';
import { HookCommandsRepository } from './hook-commands.repository.js';
import { findHook, type HookPath, type KnownHook } from './hooks.repository.js';

/** Writes hooks on behalf of their owners. */
@Injectable()
export class HooksWriter {
  constructor(private readonly commands: HookCommandsRepository) {}

  /** Locks a hook until the transaction ends. */
  async lock(executor: SqlExecutor, path: HookPath): Promise<KnownHook | undefined> {
    const [found] = await executor.execute<KnownHook>(sql`${findHook(path)} FOR UPDATE OF hook`);
    return found;
  }

  /**
   * Gives a locked hook its next secret. The former secret never becomes valid again, even if the hook is removed and
   * added again.
   */
  async rotate(executor: SqlExecutor, { hookID, websiteID, url, generation }: KnownHook, at: Date): Promise<void> {
    await executor.execute(sql`
      WITH rotated AS (
        UPDATE hook_endpoints SET generation = ${generation + 1}, rotated_at = ${at} WHERE id = ${hookID} RETURNING website_id
      ) SELECT ${stageAccount(sql`website_id`)} FROM rotated`);
    await executor.execute(sql`
      INSERT INTO hook_rotations (website_id, url_md5, generation, rotated_at)
      VALUES (${websiteID}, md5(${url}), ${generation + 1}, ${at})
      ON CONFLICT (website_id, url_md5) DO UPDATE SET generation = excluded.generation, rotated_at = excluded.rotated_at`);
  }

  /**
   * Moves the cursor back to the first change since a time, unless it is already further back. The worker may be ahead
   * of the stored cursor; no change is skipped.
   * @throws REPLAY_UNDER_WAY if a replay of an enabled hook has not ended
   */
  async rewind(executor: SqlExecutor, { hookID }: KnownHook, since: Date): Promise<void> {
    const [stored] = await executor.query<LogOffset & { isReplaying: boolean }>(sql`
      SELECT cursor_log AS log, cursor_xid::float8 AS xid, cursor_id::float8 AS id, cursor_listing::float8 AS listing,
        coalesce(cursor_xid < replay_until AND state <> 'disabled', false) AS "isReplaying"
      FROM hook_states WHERE hook_id = ${hookID}`);
    if (stored?.isReplaying) throw problems.replayUnderWay();
    // The commit order differs from the order of transaction ids, so the first change may belong to an earlier
    // transaction.
    const [first] = await executor.query<{ xid: number }>(
      sql`SELECT xid::text::float8 AS xid FROM changes WHERE at >= ${since} ORDER BY changes.xid LIMIT 1`,
    );
    // There are no changes since then.
    if (!first || !stored) return;
    const before = { log: stored.log, xid: first.xid - 1, id: ALL, listing: ALL };
    await this.commands.rewind(executor, hookID, before.xid < stored.xid ? before : stored, stored.xid);
  }

  /** Adds an attempt to the delivery log. A success ends the backoff of a failing hook. */
  async log(executor: SqlExecutor, hookId: number, attempt: PingAttempt): Promise<void> {
    const { deliveryID, at, status, durationMs, reply } = attempt;
    await executor.execute(sql`
      INSERT INTO hook_deliveries (hook_id, message_id, type, at, attempt, status, duration_ms, reply)
      VALUES (${hookId}, ${deliveryID}, 'ping', ${at}, 1, ${status}, ${durationMs}, ${reply})`);
    if (!isSuccess(status)) return;
    const end = new Date(at.getTime() + durationMs);
    await executor.execute(sql`
      WITH recovered AS (
        UPDATE hook_states SET recovered_at = ${end}, state = 'active', failures = 0, failing_since = NULL, rests_until = NULL
        WHERE hook_id = ${hookId} AND state = 'failing' AND failing_since <= ${end} RETURNING hook_id
      ), noted AS (
        UPDATE hook_states SET recovered_at = ${end} WHERE hook_id = ${hookId} AND state = 'active'
      )
      UPDATE hook_messages message SET next_at = now(), is_forward = true FROM recovered
      WHERE message.hook_id = recovered.hook_id AND next_at > now()`);
  }
}

interface PingAttempt {
  readonly deliveryID: string;
  readonly at: Date;
  readonly status: number | null;
  readonly durationMs: number;
  readonly reply: string;
}
