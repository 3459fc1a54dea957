import { hash } from 'node:crypto';
import { limitsOf, setRateLimits, type RateLimits } from '@app/http';
import express, { type Request, type Response } from 'express';
import { beforeEach, describe, expect, it } from 'vitest';
import { SecretAttempts } from './secret-attempts.js';

const SHORT = 'short-secret';
const LONG = 'a-secret-of-24-characters-or-more';
const NOBODY = 'an-address-without-any-account';

/** What the store has: the hash of a secret, by access key. */
const secrets = new Map([
  ['short', SHORT],
  ['long', LONG],
]);

let attempts: SecretAttempts;
let app: express.Application;
let checked: number;

beforeEach(() => {
  attempts = new SecretAttempts();
  app = express();
  setRateLimits(app, { requests: 5, seconds: 60 });
  checked = 0;
});

/** Tries a pair of keys from an address: the code of the problem, or `proven`. */
async function attempt(
  accessKey: string,
  secretKey: string,
  ip = '192.0.2.1',
  wait = Promise.resolve(),
): Promise<string> {
  const headers: Record<string, unknown> = {};
  const request = { app, ip, socket: {} } as unknown as Request; // all that is asked of it
  const response = { setHeader: (name: string, value: unknown) => (headers[name] = value) } as unknown as Response; // the same
  const limits = limitsOf(request) as RateLimits; // set before each test
  const verify = async () => {
    checked += 1;
    await wait;
    const secret = secrets.get(accessKey);
    return secret === secretKey ? { secretHash: hash('sha256', secretKey, 'buffer') } : undefined;
  };
  try {
    await attempts.attempt(limits, request, response, { accessKey, secretKey }, verify);
    return 'proven';
  } catch (error) {
    expect(headers).toHaveProperty('RateLimit');
    return (error as { code: string }).code;
  }
}

const tries = async (times: number, ...keys: Parameters<typeof attempt>): Promise<string[]> => {
  const codes: string[] = [];
  for (let at = 0; at < times; at++) codes.push(await attempt(...keys));
  return codes;
};

const wrong = (times: number): string[] => Array.from({ length: times }, () => 'UNAUTHENTICATED');

describe('secrets that are tried (ADR 14)', () => {
  it('are refused unchecked after twenty wrong ones, even if the next one is right', async () => {
    expect(await tries(20, 'short', 'guess')).toEqual(wrong(20));
    expect(await tries(2, 'short', 'guess')).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
    expect(await attempt('short', SHORT)).toBe('TOO_MANY_REQUESTS');
    expect(checked).toBe(20);
  });

  it('are counted by address', async () => {
    await tries(20, 'short', 'guess');
    expect(await attempt('short', SHORT, '192.0.2.2')).toBe('proven');
  });

  it('do not lock out who has proven a secret from this address before', async () => {
    expect(await attempt('short', SHORT)).toBe('proven');
    await tries(25, 'short', 'guess');
    expect(await attempt('short', SHORT)).toBe('proven');
    expect(await attempt('short', 'guess')).toBe('TOO_MANY_REQUESTS');
  });

  it('do not lock out who has a secret that cannot be guessed', async () => {
    await tries(20, 'short', 'guess');
    expect(await attempt('long', LONG)).toBe('proven');
  });

  it('that are long and wrong are checked only for so long', async () => {
    await tries(20, 'short', 'guess');
    const codes = await tries(7, 'long', NOBODY);
    expect(new Set(codes)).toEqual(new Set(['TOO_MANY_REQUESTS']));
    expect(checked).toBe(25);
    // Those who have proven theirs are still let in.
    expect(await attempt('short', SHORT, '192.0.2.3')).toBe('proven');
  });

  it('are checked one after the other, so that none escapes the count', async () => {
    const wait = new Promise<void>((resolve) => setTimeout(resolve, 5));
    const codes = await Promise.all(Array.from({ length: 30 }, () => attempt('short', 'guess', '192.0.2.1', wait)));
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(20);
    expect(checked).toBe(20);
  });

  it('are checked at once where they cannot be guesses', async () => {
    let fire = (): void => undefined;
    const never = new Promise<void>((resolve) => (fire = resolve));
    const first = attempt('short', 'guess', '192.0.2.1', never);
    expect(await attempt('long', LONG)).toBe('proven');
    fire();
    expect(await first).toBe('UNAUTHENTICATED');
  });

  it('must be the present ones: a secret that was proven and then changed is a wrong one', async () => {
    await attempt('short', SHORT);
    secrets.set('short', 'another-secret');
    try {
      expect(await attempt('short', SHORT)).toBe('UNAUTHENTICATED');
      expect(await attempt('short', 'another-secret')).toBe('proven');
    } finally {
      secrets.set('short', SHORT);
    }
  });

  it('do not wait for an error of the store', async () => {
    const request = { app, ip: '192.0.2.9', socket: {} } as unknown as Request; // all that is asked of it
    const limits = limitsOf(request) as RateLimits; // set before each test
    const failing = () => Promise.reject(new Error('away'));
    const keys = { accessKey: 'short', secretKey: 'x' };
    await expect(attempts.attempt(limits, request, {} as Response, keys, failing)).rejects.toThrow('away');
    expect(await attempt('short', SHORT, '192.0.2.9')).toBe('proven');
  });
});
