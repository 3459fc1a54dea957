import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text, or bytes, for a column, with AES-256-GCM: nonce, tag, ciphertext. */
export function seal(secret: string | Buffer, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const begun = typeof secret === 'string' ? cipher.update(secret, 'utf8') : cipher.update(secret);
  const end = cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), begun, end]);
}

/** Decrypts a text. @throws Error if the key differs or the data was changed */
export const unseal = (sealed: Buffer, key: Buffer): string => unsealBytes(sealed, key).toString('utf8');

/** Decrypts bytes. @throws Error if the key differs or the data was changed */
export function unsealBytes(sealed: Buffer, key: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const begun = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([begun, decipher.final()]);
  } catch (cause) {
    throw new Error('What was stored cannot be decrypted: SECRETS_KEY is not the one that it was stored under', {
      cause,
    });
  }
}
