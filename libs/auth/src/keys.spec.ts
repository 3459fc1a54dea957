import { describe, expect, it } from 'vitest';
import { isMistyped, linkOf, newAccessKey, newSecretKey, pairOf } from './keys.js';

const FORMS = [
  ['access', newAccessKey, /^adk_[0-9A-Za-z]{49}$/],
  ['secret', newSecretKey, /^ads_[0-9A-Za-z]{49}$/],
] as const;

describe.each(FORMS)('generated %s keys (B19)', (_, make, form) => {
  it('have their format, and are never repeated', () => {
    const keys = Array.from({ length: 500 }, make);
    for (const key of keys) {
      expect(key).toMatch(form);
      expect(isMistyped(key)).toBe(false);
    }
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('use all digits', () => {
    const digits = new Set(Array.from({ length: 500 }, make).flatMap((key) => key.slice(4, -6).split('')));
    expect(digits.size).toBe(62);
  });

  it('reveal every typo: a replaced, missing, doubled or swapped character', () => {
    const key = make();
    const typos = new Set(
      [...key].flatMap((character, at) => {
        const [before, after] = [key.slice(0, at), key.slice(at + 1)];
        const other = character === 'x' ? 'y' : 'x';
        const swapped = before + after.charAt(0) + character + after.slice(1);
        return at < 4 ? [] : [before + other + after, before + after, before + character + character + after, swapped];
      }),
    );
    typos.delete(key);
    expect(typos.size).toBeGreaterThan(150);
    for (const typo of typos) expect([typo, isMistyped(typo)]).toEqual([typo, true]);
    expect(isMistyped(key.toLowerCase())).toBe(true);
  });
});

it('isMistyped accepts every key of another format', () => {
  for (const key of ['', 'harbour-access-key', 'adk', 'ADK_x', 'x'.repeat(53), 'ad_k'])
    expect(isMistyped(key)).toBe(false);
  expect(isMistyped('adk_')).toBe(true);
});

describe('a link (B79)', () => {
  it('contains both keys, and needs no escapes in a URL', () => {
    const [accessKey, secretKey] = [newAccessKey(), newSecretKey()];
    const link = linkOf(accessKey, secretKey);
    expect(encodeURIComponent(link)).toBe(link);
    expect(pairOf(link)).toEqual({ accessKey, secretKey, isLink: true });
  });

  it.each([
    '',
    '.',
    'adk_a',
    'adk_a.',
    '.ads_b',
    'ads_b.adk_a',
    'adk_a.ads_b.c',
    'adk_a.ads_b\n',
    ' adk_a.ads_b',
    'root.secret',
  ])('is no other text: %j', (text) => {
    expect(pairOf(text)).toBeUndefined();
  });
});
