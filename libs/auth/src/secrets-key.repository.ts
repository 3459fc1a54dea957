import { SETTINGS, type Settings } from '@app/config';
import { OperatorError } from '@app/process';
import { fingerprintOfKey, opened, sql, SqlExecutor, type SecretsKeys } from '@app/sql';
import { Inject, Injectable } from '@nestjs/common';
import { secretsKeyFault, type KnownSecretsKey } from './secrets-key.fault.js';

/** For so long hooks are signed with secrets of the former key, too (B57). */
const OVERLAP_MS = 24 * 3_600_000;

/** The key that the secrets of hooks are derived from. */
export interface KeyInForce {
  readonly key: Buffer;
  /** The other key that the process has been given, if messages are signed with its secrets as well. */
  readonly along?: Buffer;
  /** Set if that is the former key: until then. */
  readonly until?: Date;
  /** Since when the key is in force, if it has replaced another. */
  readonly since?: Date;
}

/** Reads which key is in force. */
@Injectable()
export class SecretsKeyRepository {
  constructor(
    private readonly executor: SqlExecutor,
    @Inject(SETTINGS) private readonly keys: Settings,
  ) {}

  /** A process with one key need not ask. */
  async inForce(at: Date): Promise<KeyInForce> {
    const { secretsKey, secretsKeyOld } = this.keys;
    if (!secretsKeyOld) return { key: secretsKey };
    const known = await readSecretsKey(this.executor);
    // Other processes may not know the new key yet, and receivers not the secrets that are derived from it.
    if (!known?.replacedAt || !known.inForce.equals(fingerprintOfKey(secretsKey))) {
      return { key: secretsKeyOld, along: secretsKey };
    }
    const until = new Date((known.resealedAt ?? at).getTime() + OVERLAP_MS);
    const since = known.replacedAt;
    return until > at ? { key: secretsKey, along: secretsKeyOld, until, since } : { key: secretsKey, since };
  }
}

/**
 * Compares the keys of a process with the one in force. At the first start, that is the one that stored secrets can be
 * decrypted with.
 *
 * @throws OperatorError if the process could not read all stored secrets, or would seal under a key that was replaced
 */
export async function checkSecretsKey(executor: SqlExecutor, keys: SecretsKeys): Promise<void> {
  const known = (await readSecretsKey(executor)) ?? (await noteFirst(executor, keys));
  const fault = secretsKeyFault(keys, known);
  if (fault) throw new OperatorError(fault);
}

async function readSecretsKey(executor: SqlExecutor): Promise<KnownSecretsKey | undefined> {
  const [known] = await executor.queryPrepared<KnownSecretsKey>(sql`
    SELECT in_force AS "inForce", former, replaced_at AS "replacedAt", resealed_at AS "resealedAt" FROM secrets_key`);
  return known;
}

async function noteFirst(executor: SqlExecutor, keys: SecretsKeys): Promise<KnownSecretsKey | undefined> {
  const [row] = await executor.queryRows<{ bytes: Buffer }>(
    sql`SELECT secret_sealed AS bytes FROM credentials ORDER BY id LIMIT 1`,
  );
  // The key to be replaced is the one of other processes.
  const first = [keys.secretsKeyOld, keys.secretsKey].find(
    (key) => key !== undefined && (!row || opened(row.bytes, key) !== undefined),
  );
  if (!first) return undefined;
  await executor.execute(
    sql`INSERT INTO secrets_key (in_force) VALUES (${fingerprintOfKey(first)}) ON CONFLICT DO NOTHING`,
  );
  return readSecretsKey(executor);
}
