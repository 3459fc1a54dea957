import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { OperatorError } from '@app/process';
import { sql, type Sql } from './tag.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The keys for sealing and unsealing secrets. */
export interface SecretsKeys {
  /** 32 bytes: SECRETS_KEY. */
  readonly secretsKey: Buffer;
  /** The former key, while it is being replaced (ADR 34). */
  readonly secretsKeyOld?: Buffer | undefined;
}

/** SQL: a secret as it is stored. `secrets_key` identifies the key in force; `keys reseal` changes it. */
export const sealed = (secret: string | Buffer, keys: SecretsKeys): Sql =>
  underKeyInForce(sql`bytea`, (key) => seal(secret, key), keys);

/** SQL: an array of secrets as they are stored. */
export const allSealed = (secrets: readonly string[], keys: SecretsKeys): Sql =>
  underKeyInForce(sql`bytea[]`, (key) => secrets.map((secret) => seal(secret, key)), keys);

/**
 * SQL: a secret sealed under the key in force. A process with one key uses it. With two keys, the statement chooses:
 * its share lock lasts until the transaction ends, and `keys reseal` waits for it. So no secret is sealed under the
 * former key after the reseal has begun.
 */
function underKeyInForce(type: Sql, under: (key: Buffer) => Buffer | Buffer[], keys: SecretsKeys): Sql {
  const { secretsKey, secretsKeyOld } = keys;
  if (!secretsKeyOld) return sql`${under(secretsKey)}::${type}`;
  return sql`(SELECT CASE in_force WHEN ${fingerprintOfKey(secretsKey)}::bytea THEN ${under(secretsKey)}::${type}
    WHEN ${fingerprintOfKey(secretsKeyOld)}::bytea THEN ${under(secretsKeyOld)}::${type} END FROM secrets_key FOR SHARE)`;
}

/** Identifies a key without revealing it. */
export const fingerprintOfKey = (key: Buffer): Buffer => createHmac('sha256', key).update('fingerprint').digest();

/** None of the keys opens a stored secret. `keys reseal` with both keys makes it readable again (docs/KEYS.md). */
export class UnreadableSecretError extends OperatorError {
  override readonly name = 'UnreadableSecretError';
  /** The SQLSTATE `object_not_in_prerequisite_state`: the operator must act; the request is not at fault. */
  readonly code = '55000';

  constructor() {
    super('A stored secret cannot be decrypted: it was encrypted with another SECRETS_KEY');
  }
}

/** Encrypts a text, or bytes, with AES-256-GCM: nonce, tag, ciphertext. */
export function seal(secret: string | Buffer, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const begun = typeof secret === 'string' ? cipher.update(secret, 'utf8') : cipher.update(secret);
  const end = cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), begun, end]);
}

/** Decrypts a text. @throws UnreadableSecretError if it was sealed under other keys or was changed */
export const unseal = (bytes: Buffer, keys: SecretsKeys): string => unsealBytes(bytes, keys).toString('utf8');

/** Decrypts bytes. @throws UnreadableSecretError if they were sealed under other keys or were changed */
export function unsealBytes(bytes: Buffer, { secretsKey, secretsKeyOld }: SecretsKeys): Buffer {
  const secret = opened(bytes, secretsKey) ?? (secretsKeyOld && opened(bytes, secretsKeyOld));
  if (secret) return secret;
  throw new UnreadableSecretError();
}

/** Decrypts bytes; undefined if they were sealed under another key, or were changed. */
export function opened(bytes: Buffer, key: Buffer): Buffer | undefined {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const begun = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([begun, decipher.final()]);
  } catch {
    return undefined;
  }
}
