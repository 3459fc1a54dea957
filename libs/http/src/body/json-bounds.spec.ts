import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excessOf, JSON_BOUNDS } from './read-json-body.js';

const { depth, values } = JSON_BOUNDS;
const excess = (text: string) => excessOf(Buffer.from(text));
const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);
const list = (length: number, item: string) => `[${Array.from({ length }, () => item).join(',')}]`;

/** The number of values, including arrays and objects. */
const count = (value: unknown): number =>
  1 +
  (typeof value === 'object' && value !== null ? Object.values(value).reduce((n: number, v) => n + count(v), 0) : 0);

describe('excessOf', () => {
  it('reports text that is nested too deep', () => {
    expect([excess(nested(depth)), excess(nested(depth, '{"a":', '}').replace(':}', ':1}'))]).toEqual([
      undefined,
      undefined,
    ]);
    expect(excess(nested(depth + 1))).toBe('is nested more than 32 levels deep');
    expect(excess('['.repeat(1_000_000))).toBe('is nested more than 32 levels deep');
    expect(excess(list(100, nested(depth - 1)))).toBeUndefined();
  });

  it.each(['1', '""', '{}', '[ ]', 'null', '"[[{{,,"', '"\\",["', '-1.5e3', '"\\\\"'])(
    'counts the values of %s',
    (item) => {
      expect(excess(list(values - 1, item))).toBeUndefined();
      expect(excess(list(values, item))).toBe('holds more than 5000 values');
    },
  );

  it('counts exactly the values that JSON.parse returns', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), fc.integer({ min: -1, max: 1 }), (value, indent, more) => {
        const room = values - 1 - count(value);
        const text = JSON.stringify([value, ...Array.from({ length: room + more }, () => 0)], null, indent);
        expect(excess(text) === undefined).toBe(more <= 0);
      }),
      { numRuns: 50 },
    );
  });

  it('never throws for text that is not JSON', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void excessOf(bytes)));
    for (const text of ['', '"', '"\\', ']]]]', '}{', '{"a']) expect(excess(text)).toBeUndefined();
  });
});
