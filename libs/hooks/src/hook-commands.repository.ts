import type { LogOffset } from '@app/cache';
import { sql, type Sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { stageAccount } from './delivery/delivery-store.repository.js';
import type { Message } from './messages/hook-messages.service.js';

/** Commands of an account to the worker of an endpoint, inside the transaction of a write. */
@Injectable()
export class HookCommandsRepository {
  /** Enables a disabled endpoint at its cursor, or ends the backoff of a failing endpoint. */
  async enable(executor: SqlExecutor, hookId: number): Promise<void> {
    await this.update(
      executor,
      hookId,
      sql`state = 'active', reason = NULL, failures = 0, failing_since = NULL, rests_until = NULL, recovered_at = now()`,
    );
    await executor.execute(sql`UPDATE hook_messages SET next_at = now() WHERE hook_id = ${hookId} AND next_at > now()`);
  }

  /** Delivers all changes after an offset of the log again. @param until the last transaction of the replay */
  rewind(executor: SqlExecutor, hookId: number, { xid, id, listing }: LogOffset, until: number): Promise<void> {
    return this.update(
      executor,
      hookId,
      sql`has_more = true, replay_until = ${until}::bigint, cursor_xid = ${xid}::bigint, cursor_id = ${id}::bigint,
        cursor_listing = ${listing}::bigint`,
    );
  }

  /** Delivers one message again, starting with its first attempt. */
  async redeliver(executor: SqlExecutor, hookId: number, { id, type, body, at }: Message): Promise<void> {
    await executor.execute(sql`
      INSERT INTO hook_messages (hook_id, message_id, type, body, at, next_at)
      VALUES (${hookId}, ${id}, ${type}, ${body}, ${at}, now())
      ON CONFLICT (hook_id, message_id) DO UPDATE SET id = excluded.id, attempts = 0, next_at = excluded.next_at`);
  }

  /** Updates the state of an endpoint, which is logged as a change of its account. */
  private async update(executor: SqlExecutor, hookId: number, values: Sql): Promise<void> {
    await executor.execute(sql`
      WITH updated AS (UPDATE hook_states SET ${values} WHERE hook_id = ${hookId} RETURNING hook_id)
      SELECT ${stageAccount(sql`website_id`)} FROM updated JOIN hook_endpoints ON id = hook_id`);
  }
}
