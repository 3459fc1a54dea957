import { fingerprintOfKey, type SecretsKeys } from '@app/sql';

/** The row of `secrets_key`. */
export interface KnownSecretsKey {
  readonly inForce: Buffer;
  readonly former: Buffer | null;
  readonly replacedAt: Date | null;
  readonly resealedAt: Date | null;
}

const PAGE = 'see docs/KEYS.md, "Another SECRETS_KEY"';

/** What is wrong with the keys of a process, as the operator has to mend it; undefined: nothing. */
export function secretsKeyFault(keys: SecretsKeys, known: KnownSecretsKey | undefined): string | undefined {
  const own = fingerprintOfKey(keys.secretsKey);
  const old = keys.secretsKeyOld && fingerprintOfKey(keys.secretsKeyOld);
  const [isInForce, isFormer] = [known?.inForce.equals(own) ?? false, known?.former?.equals(own) ?? false];
  if (!old) {
    if (isInForce) return isUnfinished(known) ? UNFINISHED : undefined;
    return isFormer ? `SECRETS_KEY: ${replaced(known)}; give that one; ${PAGE}` : OTHER;
  }
  if (isInForce && known?.former?.equals(old)) return undefined;
  if (isInForce) return `SECRETS_KEY_OLD: was never in force, SECRETS_KEY is: exchange them, or leave it out; ${PAGE}`;
  if (!known?.inForce.equals(old)) return OTHER;
  return isFormer
    ? `SECRETS_KEY: ${replaced(known)}, which is given as SECRETS_KEY_OLD: exchange them; ${PAGE}`
    : undefined;
}

const OTHER = `SECRETS_KEY: is not the one that the secrets of accounts were stored under; give that one, or, to replace it, give it as SECRETS_KEY_OLD; ${PAGE}`;

const UNFINISHED = `SECRETS_KEY_OLD: got nothing, and some secrets are still stored under the former key; give that one, and run \`keys reseal\` to its end; ${PAGE}`;

const isUnfinished = (known: KnownSecretsKey | undefined): boolean =>
  known?.replacedAt !== null && known?.resealedAt === null;

const replaced = (known: KnownSecretsKey | undefined): string =>
  `was replaced by another key on ${known?.replacedAt?.toISOString() ?? ''}`;
