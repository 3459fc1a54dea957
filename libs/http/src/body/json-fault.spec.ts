import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFaultOf } from './json-fault.js';

const NAME = 'a name in double quotes is expected';
const VALUE = 'a value is expected';
const SYMBOL = 'a text in double quotes, a number, true, false or null is expected';

describe('the fault of a text that is not JSON', () => {
  it.each([
    ['', 'line 1, column 1 has the end of the body', VALUE],
    ['{"a":1', 'line 1, column 7 has the end of the body', '} is expected'],
    ['[1,\n2', 'line 2, column 2 has the end of the body', '] is expected'],
    ['{"a":1,}', 'line 1, column 8 has }', NAME],
    ['{\n  "a": 1,\n  b: 2\n}', 'line 3, column 3 has a letter', SYMBOL],
    ["{'a':1}", 'line 1, column 2 has a quote', SYMBOL],
    ['[1,]', 'line 1, column 4 has ]', VALUE],
    ['{"a" 1}', 'line 1, column 6 has a digit', 'a colon is expected'],
    ['{"a":1 "b":2}', 'line 1, column 8 has a quote', 'a comma or a closing bracket is expected'],
    ['{"a":NaN}', 'line 1, column 6 has a letter', SYMBOL],
    ['{"a":1.}', 'line 1, column 6 has a digit', 'a number with a digit at its end is expected'],
    ['{}}', 'line 1, column 3 has }', 'the end of the body is expected'],
    ['// a\n{}', 'line 1, column 1 has another character', 'a value is expected, for JSON has no comments'],
    ['{"a":"x', 'line 1, column 6 has a quote', 'a text with a closing quote in the same line is expected'],
    [
      '"\\q"',
      'line 1, column 1 has a quote',
      'a text is expected in which \\ stands before a letter that JSON escapes',
    ],
    ['"\t"', 'line 1, column 1 has a quote', 'a text without control characters is expected'],
  ])('%j: %s', (text, place, expected) => {
    expect(jsonFaultOf(text)).toBe(`${place} where ${expected}`);
  });

  it('has a position in each damaged text, and repeats only its punctuation', () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', '\n', '"', '{', ',', 'secret', '\\', '\0'))
      .map(
        ([text, at, piece]) => text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(damaged, (text) => {
        const fault = jsonFaultOf(text);
        expect(fault === undefined).toBe(isJson(text));
        expect(fault ?? 'line 1, column 1 has , where').toMatch(
          /^line \d+, column \d+ has (\S|a quote|a letter|a digit|another character|the end of the body) where/,
        );
        expect(fault ?? '').not.toMatch(/secret/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is found in front of endless brackets without visiting them', () => {
    expect(jsonFaultOf(`"\n${'['.repeat(500_000)}`)).toMatch(/^line 1, column 1 /);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
