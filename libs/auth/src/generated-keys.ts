import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);

/** 32 bytes and a CRC-32 in base 62. */
const RANDOM_DIGITS = 43;
const CHECK_DIGITS = 6;

/** What generated keys begin with: access keys, secret keys. No other key may. */
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

/** A random secret key, of the same form. */
export const newSecretKey = (): string => newKey(SECRET);

/** Whether a key begins as generated ones do, and is none: no look-up can find it. */
export function isMistyped(key: string): boolean {
  if (!PREFIXED.test(key)) return false;
  return !WHOLE.test(key) || checkOf(key.slice(0, -CHECK_DIGITS)) !== key.slice(-CHECK_DIGITS);
}
