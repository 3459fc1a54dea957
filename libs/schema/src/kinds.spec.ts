import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amount,
  anyId,
  colour,
  coordinate,
  count,
  day,
  dayOrInstant,
  emailAddress,
  flag,
  id,
  instant,
  list,
  liveness,
  oneOf,
  parseInstant,
  requiredUrl,
  text,
  uid,
  upTo,
  url,
  words,
  type Kind,
} from './index.js';

const UUID = '01890A5D-ac96-774b-bcce-b302099a8057';

describe('what a kind accepts in a body', () => {
  it.each<[string, Kind, unknown[], unknown[]]>([
    ['text(3)', text(3), ['', 'abc', '🏠'], ['abcd', 'a\0', '\ud800', 5, null, ['a']]],
    ['words', words, ['a', ' a '], ['', '  ', 'x'.repeat(501), '\0']],
    [
      'url',
      url,
      ['', 'http://x', 'HTTPS://x.example/ü'],
      ['x', 'ftp://x', '//x', 'https://', 'https://a\nb', 'https://\0'],
    ],
    ['requiredUrl', requiredUrl, ['https://x'], ['', `https://${'x'.repeat(2000)}`]],
    [
      'emailAddress',
      emailAddress,
      ['', 'jane@harbour.example', 'zoë+x@bücher.example'],
      ['a@b', 'a b@c.example', 'a@b@c.example', '@b.example', 'a@b.example\n', '<a@b.example>'],
    ],
    ['colour', colour, ['', '#0a1B2c'], ['#abc', '0a1b2c', '#0a1b2g', '#0a1b2c\n']],
    ['coordinate(90)', coordinate(90), ['', '-37.8', '90', '0'], ['90.1', '-91', '+1', '1e1', '.5', 5]],
    ['flag', flag, [true, false], ['true', 1, 0, null]],
    ['count', count, [0, 32_767], [-1, 32_768, 1.5, '1', Number.NaN]],
    ['id', id, [1, 2_147_483_647], [0, -1, 2_147_483_648, 1.5, '1']],
    ['uid', uid, [UUID, UUID.toLowerCase()], ['', 'x', `${UUID}0`, 5]],
    ['amount', amount, [0, 1.5, 999_999_999_999_999], [-1, Number.POSITIVE_INFINITY, Number.NaN, '1']],
    ['day', day, ['2024-02-29'], ['2023-02-29', '2024-2-29', '0000-01-01', '2024-01-01T00:00:00Z']],
    ['instant', instant, ['2024-02-29T24:00:00Z', '2024-01-01T00:00:00+10:00'], ['2024-01-01', '2024-01-01T00:00:00']],
    ['oneOf', oneOf(['a', 'b']), ['a'], ['', 'A', 'c', 0]],
    ['list', list(id, 2), [[], [1, 2]], [[1, 2, 3], [0], 'x', {}]],
  ])('%s', (_, kind, good, bad) => {
    for (const value of good) expect([value, kind.accepts(value)]).toEqual([value, true]);
    for (const value of bad) expect([value, kind.accepts(value)]).toEqual([value, false]);
  });
});

describe('what a kind reads of a query string (D4)', () => {
  it.each<[string, Kind, [string, unknown][]]>([
    [
      'flag',
      flag,
      [
        ...pairs(true, ['true', 'TRUE', '1']),
        ...pairs(false, ['false', 'False', '0']),
        ['yes', undefined],
        ['constructor', undefined],
      ],
    ],
    ['liveness', liveness, [...pairs(true, ['live', 'Active', '1']), ['dead', undefined], ['0', false]]],
    [
      'count',
      count,
      [
        ['0', 0],
        ['32767', 32_767],
        ['32768', undefined],
        ['-1', undefined],
        ['1.0', undefined],
      ],
    ],
    [
      'upTo(100)',
      upTo(100),
      [
        ['1', 1],
        ['100', 100],
        ['0', undefined],
        ['101', undefined],
        ['1e1', undefined],
      ],
    ],
    [
      'id',
      id,
      [
        ['12', 12],
        ['0012', 12],
        ['2147483648', 0],
        ['9'.repeat(40), 0],
        ['-1', undefined],
        ['', undefined],
      ],
    ],
    [
      'uid',
      uid,
      [
        [UUID, UUID.toLowerCase()],
        ['x', undefined],
      ],
    ],
    [
      'anyId',
      anyId,
      [
        ['12', 12],
        [UUID, UUID.toLowerCase()],
        ['12a', undefined],
      ],
    ],
    [
      'amount',
      amount,
      [
        ['1.50', 1.5],
        ['-1', undefined],
        ['1e3', undefined],
        ['.5', undefined],
      ],
    ],
    [
      'oneOf',
      oneOf(['forSale']),
      [
        ['FORSALE', 'forSale'],
        ['sale', undefined],
      ],
    ],
    [
      'dayOrInstant',
      dayOrInstant,
      [
        ['2024-01-02', '2024-01-02'],
        ['2024-01-02T3:4:5Z', '2024-01-02T03:04:05.000Z'],
      ],
    ],
  ])('%s', (_, kind, readings) => {
    for (const [raw, value] of readings) expect([raw, kind.parse(raw)]).toEqual([raw, value]);
  });
});

function pairs<T>(value: T, texts: string[]): [string, T][] {
  return texts.map((raw) => [raw, value]);
}

describe('parseInstant (D10, D24)', () => {
  it.each([
    ['2026-03-07T22:30:00.000Z', '2026-03-07T22:30:00.000Z'],
    ['2026-03-07T9:5:1Z', '2026-03-07T09:05:01.000Z'],
    ['2026-03-07T9:5Z', '2026-03-07T09:05:00.000Z'],
    ['2026-03-07t09:05:00z', '2026-03-07T09:05:00.000Z'],
    ['2026-03-07T09:05:00.123456789+10:00', '2026-03-06T23:05:00.123Z'],
    ['2026-03-07T09:05:00-0330', '2026-03-07T12:35:00.000Z'],
  ])('%s is %s', (written, expected) => {
    expect(parseInstant(written)).toBe(expected);
  });

  it.each([
    '',
    '2026-03-07',
    '2026-02-30T00:00:00Z',
    '2026-03-07T25:00:00Z',
    '2026-03-07 09:00Z',
    '0000-01-01T00:00:00Z',
  ])('%s is none', (written) => {
    expect(parseInstant(written)).toBeUndefined();
  });

  it('reads what it gives', () => {
    const dates = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
    fc.assert(fc.property(dates, (date) => parseInstant(date.toISOString()) === date.toISOString()));
  });
});
