import type { LogOffset } from '@app/cache';
import { sql, type Sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { stageAccount } from './delivery/delivery-store.repository.js';

/** A message as it was sent before. */
interface RepeatedMessage {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

/** Commands of an account to the worker of an endpoint, inside the transaction of a write. */
@Injectable()
export class HookCommandsRepository {
  /** Enables a disabled endpoint at its cursor; ends the backoff of a failing endpoint. */
  async enable(executor: SqlExecutor, hookId: number): Promise<void> {
    await this.tell(
      executor,
      hookId,
      sql`state = 'active', reason = NULL, failures = 0, failing_since = NULL, rests_until = now()`,
    );
    await executor.execute(sql`UPDATE hook_retries SET next_at = now() WHERE hook_id = ${hookId} AND next_at > now()`);
  }

  /** Delivers all changes after an offset of the log again. @param until the last transaction of the replay */
  rewind(executor: SqlExecutor, hookId: number, { xid, id, listing }: LogOffset, until: number): Promise<void> {
    const place = sql`replay_until = ${until}::bigint, cursor_xid = ${xid}::bigint, cursor_id = ${id}::bigint, cursor_listing = ${listing}::bigint`;
    return this.tell(executor, hookId, place);
  }

  /** Delivers one message again, from its first attempt on. */
  async redeliver(executor: SqlExecutor, hookId: number, { id, type, body }: RepeatedMessage): Promise<void> {
    await executor.execute(sql`
      INSERT INTO hook_retries (hook_id, message_id, type, body, attempts, next_at)
      VALUES (${hookId}, ${id}, ${type}, ${body}, 0, now())
      ON CONFLICT (hook_id, message_id) DO UPDATE SET attempts = 0, next_at = excluded.next_at`);
    await this.tell(executor, hookId, sql`state = state`);
  }

  /** Logs a change of its account, which workers read from the log. */
  private async tell(executor: SqlExecutor, hookId: number, values: Sql): Promise<void> {
    await executor.execute(sql`
      WITH updated AS (
        UPDATE hook_states SET ${values}, revision = revision + 1 WHERE hook_id = ${hookId} RETURNING hook_id
      ) SELECT ${stageAccount(sql`website_id`)} FROM updated JOIN hook_endpoints ON id = hook_id`);
  }
}
