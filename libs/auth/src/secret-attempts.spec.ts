import { hash } from 'node:crypto';
import { limitsOf, setRateLimits, type RateLimits } from '@app/http';
import express, { type Request, type Response } from 'express';
import { beforeEach, describe, expect, it } from 'vitest';
import { SecretAttempts } from './secret-attempts.js';

const SHORT = 'short-secret';
const LONG = 'a-secret-of-24-characters-or-more';
const NOBODY = 'an-address-without-any-account';

/** The stored hashes of secrets by access key. */
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

/** Tries a key pair from an address. Returns the code of the problem, or `proven`. */
async function attempt(
  accessKey: string,
  secretKey: string,
  ip = '192.0.2.1',
  wait = Promise.resolve(),
): Promise<string> {
  const headers: Record<string, unknown> = {};
  const request = { app, ip, socket: {} } as unknown as Request; // only the members that are read
  const response = { setHeader: (name: string, value: unknown) => (headers[name] = value) } as unknown as Response; // only the members that are read
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

describe('attempts to guess secrets (ADR 11)', () => {
  it('are refused unchecked after twenty wrong secrets, even with the right one', async () => {
    expect(await tries(20, 'short', 'guess')).toEqual(wrong(20));
    expect(await tries(2, 'short', 'guess')).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
    expect(await attempt('short', SHORT)).toBe('TOO_MANY_REQUESTS');
    expect(checked).toBe(20);
  });

  it('are counted by address', async () => {
    await tries(20, 'short', 'guess');
    expect(await attempt('short', SHORT, '192.0.2.2')).toBe('proven');
  });

  it('do not lock out a caller who has proven a secret from the same address before', async () => {
    expect(await attempt('short', SHORT)).toBe('proven');
    await tries(25, 'short', 'guess');
    expect(await attempt('short', SHORT)).toBe('proven');
    expect(await attempt('short', 'guess')).toBe('TOO_MANY_REQUESTS');
  });

  it('do not lock out a caller whose secret cannot be guessed', async () => {
    await tries(20, 'short', 'guess');
    expect(await attempt('long', LONG)).toBe('proven');
  });

  it('with long wrong secrets are checked only up to a limit', async () => {
    await tries(20, 'short', 'guess');
    const codes = await tries(7, 'long', NOBODY);
    expect(new Set(codes)).toEqual(new Set(['TOO_MANY_REQUESTS']));
    expect(checked).toBe(25);
    // Callers who have proven their secret are still accepted.
    expect(await attempt('short', SHORT, '192.0.2.3')).toBe('proven');
  });

  it('are checked one at a time, so that none escapes the count', async () => {
    const wait = new Promise<void>((resolve) => setTimeout(resolve, 5));
    const codes = await Promise.all(Array.from({ length: 30 }, () => attempt('short', 'guess', '192.0.2.1', wait)));
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(20);
    expect(checked).toBe(20);
  });

  it('are checked at once if the secrets are too long to guess', async () => {
    let fire = (): void => undefined;
    const never = new Promise<void>((resolve) => (fire = resolve));
    const first = attempt('short', 'guess', '192.0.2.1', never);
    expect(await attempt('long', LONG)).toBe('proven');
    fire();
    expect(await first).toBe('UNAUTHENTICATED');
  });

  it('fail with a secret that was proven and then changed', async () => {
    await attempt('short', SHORT);
    secrets.set('short', 'another-secret');
    try {
      expect(await attempt('short', SHORT)).toBe('UNAUTHENTICATED');
      expect(await attempt('short', 'another-secret')).toBe('proven');
    } finally {
      secrets.set('short', SHORT);
    }
  });

  it('do not wait for a failing store', async () => {
    const request = { app, ip: '192.0.2.9', socket: {} } as unknown as Request; // only the members that are read
    const limits = limitsOf(request) as RateLimits; // set before each test
    const failing = () => Promise.reject(new Error('away'));
    const keys = { accessKey: 'short', secretKey: 'x' };
    await expect(attempts.attempt(limits, request, {} as Response, keys, failing)).rejects.toThrow('away');
    expect(await attempt('short', SHORT, '192.0.2.9')).toBe('proven');
  });
});
