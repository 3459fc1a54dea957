import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacters } from './any-characters.js';

it('draws characters of every kind and names that objects have, and makes failing texts smaller', () => {
  const options = { seed: 5, numRuns: 5000 };
  const texts = fc.sample(anyCharacters({ maxLength: 20 }), options);
  expect(texts.every((text) => text.isWellFormed() && [...text].length <= 20)).toBe(true);
  const kinds = [
    /\p{Cc}/u,
    /[a-z]/,
    /[\u{80}-\u{d7ff}]/u,
    /[\u{e000}-\u{ffff}]/u,
    /[\u{10000}-\u{10ffff}]/u,
    /toString/,
  ];
  expect(kinds.filter((kind) => !texts.some((text) => kind.test(text)))).toEqual([]);
  const isLow = fc.property(anyCharacters(), (text) => !/[\u{30000}-\u{10ffff}]/u.test(text));
  expect(fc.check(isLow, options).counterexample).toEqual(['\u{30000}']);
});
