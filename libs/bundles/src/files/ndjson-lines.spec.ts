import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NdjsonLines } from './ndjson-lines.js';

function read(...chunks: (string | Buffer)[]) {
  const lines = new NdjsonLines();
  return [...chunks.flatMap((chunk) => lines.take(Buffer.from(chunk))), ...lines.end()];
}

describe('NdjsonLines', () => {
  it('gives each line its number and its value', () => {
    expect(read('{"a":1}\n{"a":2}\n')).toEqual([
      { line: 1, value: { a: 1 }, bytes: 7 },
      { line: 2, value: { a: 2 }, bytes: 7 },
    ]);
  });

  it('skips blank lines, and counts them', () => {
    expect(read('\n1\r\n \t\n2').map(({ line }) => line)).toEqual([2, 4]);
  });

  it('skips the byte order mark of a file', () => {
    expect(read('\uFEFF{"a":1}\n')).toMatchObject([{ line: 1, value: { a: 1 } }]);
  });

  it.each([
    ['{"a":', 'is not JSON'],
    [Buffer.from([0x22, 0xff, 0x22]), 'is not UTF-8'],
    [`"${'x'.repeat(10 * 1024 * 1024)}"`, 'is longer than 10 MB'],
  ])('reports what is wrong with a line, and continues', (line, problem) => {
    expect(read('1\n', line, '\n3')).toEqual([
      { line: 1, value: 1, bytes: 1 },
      { line: 2, field: 'line', problem },
      { line: 3, value: 3, bytes: 1 },
    ]);
  });

  it('leaves out the end line of an export, and reports missing lines', () => {
    const end = (count: number) => JSON.stringify({ end: true, count });
    expect(read('1\n', end(1), '\n2\n\n3\n', end(2)).map(({ line }) => line)).toEqual([1, 3, 5]);
    expect(read('1\n', end(2))).toEqual([
      { line: 1, value: 1, bytes: 1 },
      { line: 2, field: 'count', problem: 'is 2, but there are 1 lines: the file is not complete' },
    ]);
    expect(read('{"end":true,"count":0,"id":1}')).toHaveLength(1);
  });

  it('never repeats the content of a malformed line', () => {
    expect(JSON.stringify(read('{"secretKey":"s3cret"'))).not.toContain('s3cret');
  });

  it('reads the same lines however the bytes are split', () => {
    const values = fc.array(fc.jsonValue(), { maxLength: 10 });
    fc.assert(
      fc.property(values, fc.array(fc.nat(40)), (given, sizes) => {
        const bytes = Buffer.from(given.map((value) => `${JSON.stringify(value)}\n`).join(''));
        const chunks: Buffer[] = [];
        let start = 0;
        for (const size of sizes) chunks.push(bytes.subarray(start, (start += size)));
        expect(read(...chunks, bytes.subarray(start))).toEqual(read(bytes));
        expect(read(bytes).map((line) => ('value' in line ? line.value : undefined))).toEqual(
          given.map((value) => JSON.parse(JSON.stringify(value)) as unknown),
        );
      }),
    );
  });
});
