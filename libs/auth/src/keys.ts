import { randomBytes, hash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** SHA-256 of a secret. Hashes of secrets are compared in constant time. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Whether a secret has this SHA-256, compared in constant time. */
export const proves = (secret: string, known: Buffer): boolean => timingSafeEqual(hashOf(secret), known);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);

/** 32 bytes and a CRC-32 in base 62. */
const RANDOM_DIGITS = 43;
const CHECK_DIGITS = 6;

/** The prefixes of generated access and secret keys; no other key may begin with them. */
const [ACCESS, SECRET] = ['adk_', 'ads_'] as const;
const PREFIXED = new RegExp(`^(?:${ACCESS}|${SECRET})`);
const WHOLE = new RegExp(`^${PREFIXED.source.slice(1)}[0-9A-Za-z]{${RANDOM_DIGITS + CHECK_DIGITS}}$`);

function digitsOf(value: bigint, length: number): string {
  let [digits, rest] = ['', value];
  for (; rest > 0n; rest /= BASE) digits = DIGITS.charAt(Number(rest % BASE)) + digits;
  return digits.padStart(length, DIGITS.charAt(0));
}

const checkOf = (text: string): string => digitsOf(BigInt(crc32(text)), CHECK_DIGITS);

function newKey(prefix: string): string {
  const text = prefix + digitsOf(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM_DIGITS);
  return text + checkOf(text);
}

/** A random access key (B19): prefix, 32 bytes in base 62, and their CRC-32. */
export const newAccessKey = (): string => newKey(ACCESS);

/** A random secret key of the same form. */
export const newSecretKey = (): string => newKey(SECRET);

/** Whether a key has the prefix of generated keys but is not one: no look-up can find it. */
export function isMistyped(key: string): boolean {
  if (!PREFIXED.test(key)) return false;
  return !WHOLE.test(key) || checkOf(key.slice(0, -CHECK_DIGITS)) !== key.slice(-CHECK_DIGITS);
}

const LINK = new RegExp(`^(${ACCESS}\\w{1,60})[.](${SECRET}\\w{1,60})$`);

/** A link (B79): both keys of a pair of the scope `link`, in a text that needs no escapes in a URL. */
export const linkOf = (accessKey: string, secretKey: string): string => `${accessKey}.${secretKey}`;

/** The keys of a link; undefined for any other text. */
export function pairOf(link: string) {
  const [, accessKey, secretKey] = LINK.exec(link) ?? [];
  return accessKey && secretKey ? { accessKey, secretKey, isLink: true } : undefined;
}

/** Keys that examples in the API document have shown, so that anyone may know them. */
const PUBLISHED: ReadonlySet<string> = new Set([
  'harbour-access-key',
  'harbour-access-key-2',
  'harbour-secret-key',
  'harbour-secret-key-of-24-characters-or-more',
  'adk_5pksb4Hu7ZwmhfvAnpzPOHMLYCciFtj0vQ3H2jalXMg2Ek91t',
  'ads_cUT6YdwCicQa3qN8LPdivC1yzN8VBA8ZhIDkQheyBSM0rKtiy',
]);

/** A key for examples: it has the form of generated keys and a wrong checksum, so the service never accepts it. */
export const EXAMPLE_ACCESS_KEY = `adk_${'Example'.repeat(7)}`;
export const EXAMPLE_SECRET_KEY = `ads_${'Example'.repeat(7)}`;

/** Whether a key is never accepted, because it is mistyped (B19) or was published. */
export const isRefused = (key: string): boolean => PUBLISHED.has(key) || isMistyped(key);
