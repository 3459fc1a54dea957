import { SETTINGS, type Settings } from '@app/config';
import { OperatorError } from '@app/process';
import { fingerprintOfKey, opened, sql, SqlExecutor, type SecretsKeys } from '@app/sql';
import { Inject, Injectable } from '@nestjs/common';

/** The row of `secrets_key`. */
interface KnownSecretsKey {
  readonly inForce: Buffer;
  readonly former: Buffer | null;
  readonly replacedAt: Date | null;
  readonly resealedAt: Date | null;
}

const PAGE = 'see docs/KEYS.md, "Another SECRETS_KEY"';

/** The fault in the keys of a process, as an instruction for the operator; undefined: none. */
function secretsKeyFault(keys: SecretsKeys, known: KnownSecretsKey | undefined): string | undefined {
  const own = fingerprintOfKey(keys.secretsKey);
  const old = keys.secretsKeyOld && fingerprintOfKey(keys.secretsKeyOld);
  const [isInForce, isFormer] = [known?.inForce.equals(own) ?? false, known?.former?.equals(own) ?? false];
  if (!old) {
    if (isInForce) return isUnfinished(known) ? UNFINISHED : undefined;
    return isFormer ? `SECRETS_KEY: ${replaced(known)}; use that key; ${PAGE}` : OTHER;
  }
  if (isInForce && known?.former?.equals(old)) return undefined;
  if (isInForce) return `SECRETS_KEY_OLD: was never in force, and SECRETS_KEY is: exchange them, or omit it; ${PAGE}`;
  if (!known?.inForce.equals(old)) return OTHER;
  return isFormer
    ? `SECRETS_KEY: ${replaced(known)}, which is given as SECRETS_KEY_OLD: exchange them; ${PAGE}`
    : undefined;
}

const OTHER = `SECRETS_KEY: is not the key that the stored secrets were encrypted with; use that key, or, to replace it, set it as SECRETS_KEY_OLD; ${PAGE}`;

const UNFINISHED = `SECRETS_KEY_OLD: is not set, and some secrets are still encrypted with the former key; set it to that key, and run \`keys reseal\` to its end; ${PAGE}`;

const isUnfinished = (known: KnownSecretsKey | undefined): boolean =>
  known?.replacedAt !== null && known?.resealedAt === null;

const replaced = (known: KnownSecretsKey | undefined): string =>
  `was replaced by another key on ${known?.replacedAt?.toISOString() ?? ''}`;

/** How long hooks are also signed with secrets of the former key (B57). */
const OVERLAP_MS = 24 * 3_600_000;

/** The key from which the secrets of hooks are derived. */
export interface KeyInForce {
  readonly key: Buffer;
  /** The other key of the process, if messages are signed with its secrets as well. */
  readonly along?: Buffer;
  /** Set if the other key is the former key: when signing with it ends. */
  readonly until?: Date;
  /** When the key came into force, if it has replaced another. */
  readonly since?: Date;
}

/** Reads which key is in force. */
@Injectable()
export class SecretsKeyRepository {
  constructor(
    private readonly executor: SqlExecutor,
    @Inject(SETTINGS) private readonly keys: Settings,
  ) {}

  /** A process with one key needs no query. */
  async inForce(at: Date): Promise<KeyInForce> {
    const { secretsKey, secretsKeyOld } = this.keys;
    if (!secretsKeyOld) return { key: secretsKey };
    const known = await readSecretsKey(this.executor);
    // Other processes may not know the new key yet, and receivers may not know the secrets derived from it.
    if (!known?.replacedAt || !known.inForce.equals(fingerprintOfKey(secretsKey))) {
      return { key: secretsKeyOld, along: secretsKey };
    }
    const until = new Date((known.resealedAt ?? at).getTime() + OVERLAP_MS);
    const since = known.replacedAt;
    return until > at ? { key: secretsKey, along: secretsKeyOld, until, since } : { key: secretsKey, since };
  }
}

/**
 * Compares the keys of a process with the key in force. At the first start, this is the key that decrypts stored
 * secrets.
 * @throws OperatorError if the process could not read all stored secrets, or would seal under a replaced key
 */
export async function checkSecretsKey(executor: SqlExecutor, keys: SecretsKeys): Promise<void> {
  const known = (await readSecretsKey(executor)) ?? (await noteFirst(executor, keys));
  const fault = secretsKeyFault(keys, known);
  if (fault) throw new OperatorError(fault);
}

async function readSecretsKey(executor: SqlExecutor): Promise<KnownSecretsKey | undefined> {
  const [known] = await executor.query<KnownSecretsKey>(
    sql`
    SELECT in_force AS "inForce", former, replaced_at AS "replacedAt", resealed_at AS "resealedAt" FROM secrets_key`,
    'lookup',
  );
  return known;
}

async function noteFirst(executor: SqlExecutor, keys: SecretsKeys): Promise<KnownSecretsKey | undefined> {
  const [row] = await executor.query<{ bytes: Buffer }>(
    sql`SELECT secret_sealed AS bytes FROM credentials ORDER BY id LIMIT 1`,
  );
  // The key to be replaced is the one that other processes use.
  const first = [keys.secretsKeyOld, keys.secretsKey].find(
    (key) => key !== undefined && (!row || opened(row.bytes, key) !== undefined),
  );
  if (!first) return undefined;
  await executor.execute(
    sql`INSERT INTO secrets_key (in_force) VALUES (${fingerprintOfKey(first)}) ON CONFLICT DO NOTHING`,
  );
  return readSecretsKey(executor);
}
