import { textFormats } from '@app/schema';
import type { OpenAPIObject } from '@nestjs/swagger';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import { specService } from '@testing';
import { isPortable, patternsOf } from './document-patterns.js';

const service = specService();
let document: OpenAPIObject;

beforeAll(() => {
  document = makeDocument(service.app);
});

/** Every character up to the emoji, which no lone surrogate is. */
const CHARACTERS = Array.from({ length: 0x1fb00 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

it.each(['\\p{L}', '\\u{41}', '(?<=a)b', '(?<name>a)', 'a++', '(?>a)', '\\d', '[\\s]', '[a[b]', '[^"[\\\\]'])(
  'a pattern with %s is found',
  (pattern) => {
    expect(isPortable(pattern)).toBe(false);
  },
);

it('every language reads the patterns alike', () => {
  const patterns = patternsOf(document);
  expect(patterns.length).toBeGreaterThan(30);
  expect(patterns.filter(({ pattern }) => !isPortable(pattern))).toEqual([]);
});

it('a pattern means the same with the flag u and without', () => {
  for (const { pattern } of patternsOf(document)) {
    const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, 'u')];
    const differing = CHARACTERS.filter((one) => plain.test(`a1${one}`) !== unicode.test(`a1${one}`));
    expect([pattern, differing]).toEqual([pattern, []]);
  }
});

describe('the pattern of a format accepts every text of the format', () => {
  it.each([...textFormats])('%s', (format, expression) => {
    const patterns = patternsOf(document).filter((one) => one.format === format);
    expect(patterns.length).toBe(1);
    const pattern = new RegExp(patterns[0]?.pattern ?? '');
    const texts = CHARACTERS.flatMap((one) => [one, `a1${one}`, `${one}1a`]);
    const ofFormat = texts.filter((text) => expression.test(text));
    expect(ofFormat.length).toBeGreaterThan(100_000);
    expect(ofFormat.filter((text) => !pattern.test(text))).toEqual([]);
  });
});
