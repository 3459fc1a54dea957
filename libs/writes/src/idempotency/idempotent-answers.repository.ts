import { parseStored } from '@app/schema';
import { SETTINGS } from '@app/config';
import { problems } from '@app/http';
import {
  isLockTimeout,
  type SecretsKeys,
  lockHolderUntilCommit,
  sealed,
  sql,
  type SqlExecutor,
  unseal,
} from '@app/sql';
import { Inject, Injectable } from '@nestjs/common';
import type { AnsweredRequest, IdempotentAnswer, KeyOfCredential } from './idempotency-key.js';

/** Stores the responses to requests with an idempotency key, for a day. */
@Injectable()
export class IdempotentAnswersRepository {
  constructor(@Inject(SETTINGS) private readonly settings: SecretsKeys) {}

  /**
   * Waits until no other transaction holds the key, and holds it until the transaction ends.
   * @throws IDEMPOTENCY_KEY_IN_USE after `patienceMs`
   */
  async take(executor: SqlExecutor, { credential, key }: KeyOfCredential, patienceMs: number): Promise<void> {
    try {
      await lockHolderUntilCommit(executor, 'idempotency', `${credential} ${key}`, patienceMs);
    } catch (error) {
      throw isLockTimeout(error) ? problems.idempotencyKeyInUse() : error;
    }
  }

  async find(executor: SqlExecutor, { credential, key }: KeyOfCredential): Promise<AnsweredRequest | undefined> {
    const [row] = await executor.query<{ fingerprint: Buffer; answer: Buffer }>(
      sql`
      SELECT fingerprint, answer FROM idempotent_answers
      WHERE credential_id = ${credential} AND key = ${key} AND ${isKept}`,
      'lookup',
    );
    if (!row) return undefined;
    const answer = parseStored<IdempotentAnswer>(unseal(row.answer, this.settings));
    return { fingerprint: row.fingerprint, answer };
  }

  async save(executor: SqlExecutor, { credential, key }: KeyOfCredential, request: AnsweredRequest): Promise<void> {
    await executor.execute(sql`
      INSERT INTO idempotent_answers (credential_id, key, fingerprint, answer)
      VALUES (${credential}, ${key}, ${request.fingerprint},
        ${sealed(JSON.stringify(request.answer), this.settings)})
      ON CONFLICT (credential_id, key) DO UPDATE
      SET at = excluded.at, fingerprint = excluded.fingerprint, answer = excluded.answer`);
  }
}

/** Older responses do not count, even if they have not been pruned yet. */
const isKept = sql`at > clock_timestamp() - interval '24 hours'`;
