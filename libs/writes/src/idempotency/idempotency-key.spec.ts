import { describe, expect, it } from 'vitest';
import { readIdempotencyKey } from './idempotency-key.js';

describe('readIdempotencyKey (B24)', () => {
  it.each([
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"with, ; and spaces"', 'with, ; and spaces'],
    [String.raw`"a \"quoted\" \\ word"`, String.raw`a "quoted" \ word`],
    ['a+b/c==:~', 'a+b/c==:~'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])('parses %s as %s', (header, key) => {
    expect(readIdempotencyKey(header)).toBe(key);
  });

  it.each([
    '',
    '""',
    '"',
    '"open',
    'half"',
    'two words',
    'one, two',
    '"one", "two"',
    '"key";a=1',
    'é',
    '"é"',
    '"\\n"',
    'a\\b',
    'x'.repeat(256),
  ])('refuses %j', (header) => {
    expect(() => readIdempotencyKey(header)).toThrow('Idempotency-Key');
  });
});
