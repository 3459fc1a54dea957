import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacters } from '../../../test/support/any-characters.js';
import { fittingText, jsonBytes } from './fitting-text.js';

describe('fittingText', () => {
  it.each([
    ['Kew', 5, 'Kew'],
    ['Kew VIC', 9, 'Kew VIC'],
    ['Kew VIC', 8, 'Kew…'],
    ['Kew VIC', 7, 'Ke…'],
    ['Kew VIC 3101', 12, 'Kew VIC…'],
    ['“Zoë”', 7, '…'],
    ['aé🏠b', 11, 'aé🏠b'],
    ['aé🏠b', 9, 'aé…'],
    ['"\\"', 7, '"…'],
    ['\n\n\n\n', 9, '…'],
  ])('cuts %j in %i bytes to %j', (text, bytes, fitting) => {
    expect(fittingText(text, bytes)).toBe(fitting);
  });

  it('returns a prefix of whole characters within the limit, for any text', () => {
    fc.assert(
      fc.property(anyCharacters({ maxLength: 80 }), fc.integer({ min: 5, max: 120 }), (text, bytes) => {
        const fitting = fittingText(text, bytes);
        expect(jsonBytes(fitting)).toBeLessThanOrEqual(bytes);
        expect(fitting.isWellFormed()).toBe(true);
        if (fitting !== text) expect(text.startsWith(fitting.slice(0, -1))).toBe(true);
      }),
    );
  });
});
