import { sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { findHook, type HookPath, type KnownHook } from './hooks.repository.js';

/** Writes of hooks that their owners ask for. */
@Injectable()
export class HooksWriter {
  /** Locks a hook until the transaction ends. */
  async lock(executor: SqlExecutor, path: HookPath): Promise<KnownHook | undefined> {
    const [found] = await executor.execute<KnownHook>(sql`${findHook(path)} FOR UPDATE OF hook`);
    return found;
  }

  /** Gives a locked hook its next secret. */
  async rotate(executor: SqlExecutor, { hookID, generation }: KnownHook, at: Date): Promise<void> {
    await executor.execute(sql`
      UPDATE hook_endpoints SET generation = ${generation + 1}, rotated_at = ${at} WHERE id = ${hookID}`);
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
