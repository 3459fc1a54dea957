import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacters } from '../../../test/support/any-characters.js';
import { Field, Nested, Required } from './field.js';
import {
  applyDefaults,
  coordinate,
  count,
  day,
  dayOrInstant,
  emailAddress,
  id,
  instant,
  list,
  oneOf,
  parseInstant,
  pickFields,
  requiredUrl,
  text,
  uid,
  url,
  words,
  type Kind,
} from './index.js';
import { faultIn } from './kind.js';
import { readOnlyFaults } from './validate.js';

describe('instants (D10, D24)', () => {
  it.each([
    ['2026-03-07T22:30:00.000Z', '2026-03-07T22:30:00.000Z'],
    ['2026-03-07T9:5:0Z', '2026-03-07T09:05:00.000Z'],
    ['2026-03-07t22:30z', '2026-03-07T22:30:00.000Z'],
    ['2026-03-08T09:30:00+11:00', '2026-03-07T22:30:00.000Z'],
    ['2026-03-08T09:30+1100', '2026-03-07T22:30:00.000Z'],
    ['2026-03-07T22:30:00.123456789Z', '2026-03-07T22:30:00.123Z'],
    ['2026-03-07T24:00Z', '2026-03-08T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    // The calendar of PostgreSQL has a first and a last day, which an offset can exceed.
    ['0001-01-01T00:00:00+23:00', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59-23:00', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (given, read) => {
    expect(parseInstant(given)).toBe(read);
    expect([instant.accepts(given), dayOrInstant.parse(given)]).toEqual([true, read]);
  });

  it.each([
    '',
    '2026-03-07',
    '2026-03-07T22:30:00',
    '2026-03-07 22:30:00Z',
    '2026-03-07T25:00Z',
    '2026-03-07T24:01Z',
    '2026-03-07T22:60Z',
    '2026-03-07T22:30:60Z',
    '2026-02-29T00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00Z',
    '2026-13-01T00:00Z',
    '0000-01-01T00:00Z',
    '2026-03-07T22:30:00+24:00',
    '2026-03-07T22:30:00.Z',
    '2026-03-07T22:30Z\n',
    '+002026-03-07T22:30:00Z',
    '２026-03-07T22:30:00Z',
  ])('%j is not an instant', (given) => {
    expect(parseInstant(given)).toBeUndefined();
    expect(instant.accepts(given)).toBe(false);
  });

  it('are parsed like JavaScript dates, and are idempotent', () => {
    const dates = fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, fc.integer({ min: -840, max: 840 }), (date, offset) => {
        const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0');
        const minutes = String(Math.abs(offset) % 60).padStart(2, '0');
        const read = parseInstant(`${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`);
        return read === date.toISOString() && parseInstant(read) === read;
      }),
      { numRuns: 200 },
    );
  });

  it('have days within the length of their month', () => {
    fc.assert(
      fc.property(fc.nat(10_500), fc.nat(14), fc.nat(33), (year, month, date) => {
        const written = [
          String(year).padStart(4, '0'),
          ...[month, date].map((part) => String(part).padStart(2, '0')),
        ].join('-');
        const real = new Date(`${written}T00:00:00Z`);
        const exists =
          year > 0 && year < 10_000 && !Number.isNaN(real.getTime()) && real.toISOString().startsWith(written);
        return day.accepts(written) === exists;
      }),
      { numRuns: 500 },
    );
  });
});

describe('texts', () => {
  it.each<[string, Kind, string[], string[]]>([
    ['text(2)', text(2), ['', 'ab', '🏠🏠'], ['abc', '🏠🏠🏠', 'a\0', '\udfe0']],
    ['words', words, ['x', ' x', '🏠'.repeat(500)], ['\t\n', '\u00a0', '🏠'.repeat(501)]],
    [
      'url',
      url,
      [
        '',
        ' https://x',
        'http://a',
        'http://[::1]:80/',
        'https://u:p@x.example:65535/é?a#b',
        'https://bücher.example',
        'http://x:',
      ],
      [
        'http:///x',
        'https://x:65536',
        'https://a b',
        'https://x\u0085',
        'https://',
        'data:,x',
        'https:x',
        'http://[x]',
      ],
    ],
    [
      'requiredUrl',
      requiredUrl,
      ['https://x/ with spaces in the path', 'https://x\t', 'https://x/\n'],
      ['', 'https://x/\na'],
    ],
    [
      'emailAddress',
      emailAddress,
      ['', "o'neil@x.example", 'a@xn--bcher-kva.example', 'a.b+c@x.y.example', '安@例え.jp'],
      [
        'a@x',
        'a@x.e',
        '@x.example',
        'a@.example',
        'a@@x.example',
        'a b@x.example',
        `${'a'.repeat(65)}@x.example`,
        'a@x_y.example\0',
      ],
    ],
    [
      'latitude',
      coordinate(90),
      ['', '-0', '90.0', '-90.000', '09.5', '89.12345678901234567890'],
      ['90.00001', '-', '+1', '1.', '.1', '1e1', '100', ' 1'],
    ],
    ['longitude', coordinate(180), ['180', '-180.0', '179.99', '009'], ['180.1', '181', '1000', '1,5', 'W1']],
  ])('%s', (_, kind, good, bad) => {
    for (const value of good) expect([value, kind.accepts(value)]).toEqual([value, true]);
    for (const value of bad) expect([value, kind.accepts(value)]).toEqual([value, false]);
  });

  it.each([
    [url, 'www.harbour.example'],
    [url, ' //www.harbour.example/a?b=https%3A'],
    [requiredUrl, 'harbour.example:8080/x'],
    [url, 'localhost:80'],
  ])('without a scheme have a message that says so: %#', (kind, given) => {
    expect(faultIn(kind, given)).toBe('must begin with https:// or http://: the scheme is missing');
    expect(faultIn(list(kind), ['https://a', given])).toBe(faultIn(kind, given));
  });

  it.each([
    'javascript:alert(1)',
    'mailto:ann@harbour.example',
    'ftp://harbour.example',
    'a b',
    'https://',
    7,
    '',
    null,
  ])('with another fault than the scheme have the message of their kind: %s', (given) => {
    expect(faultIn(requiredUrl, given)).toBe('must be an http or https URL without a user name');
  });

  it('are the same in a body and in a query string', () => {
    const kinds = [text(5), words, url, emailAddress, coordinate(90), uid];
    fc.assert(
      fc.property(anyCharacters({ maxLength: 8 }), fc.constantFrom(...kinds), (given, kind) => {
        return kind.accepts(given) === (kind.parse(given) !== undefined);
      }),
      { numRuns: 300 },
    );
  });

  it('from a closed set match in any case, and no name of Object.prototype matches', () => {
    const kind = oneOf(['current', 'sold']);
    expect(['Current', 'SOLD', 'constructor', 'toString', ''].map((given) => kind.parse(given))).toEqual([
      'current',
      'sold',
      undefined,
      undefined,
      undefined,
    ]);
    expect([kind.accepts('Current'), kind.accepts(''), kind.accepts(['sold'])]).toEqual([false, false, false]);
  });

  it('in a list each match their kind', () => {
    const kind = list(id, 2);
    expect(
      [[], [1], [1, 2], [1, 2, 3], [0], ['1'], { 0: 1, length: 1 }, '12'].map((given) => kind.accepts(given)),
    ).toEqual([true, true, true, false, false, false, false, false]);
  });
});

class Door {
  @Field(text(5), 'Its colour') colour: string;
  @Field(id, 'Its number', { readOnly: true }) number: number | null;
}

class House {
  @Field(words, 'Name', { notNullable: true }) @Required() name: string;
  @Field(count, 'Windows') windows: number;
  @Field(list(text(3)), 'Tags', { readOnly: true }) tags: string[];
  @Nested(() => Door, 'The door', { readOnly: true }) door: Door;
}

describe('read-only fields (D17)', () => {
  const current = { name: 'x', windows: 1, tags: ['a'], door: { colour: 'red', number: 7 } };
  const faultsOf = (body: object) => readOnlyFaults(House, current as House, body).map(({ field }) => field);

  it.each<[object, string[]]>([
    [{}, []],
    [{ name: 'y', windows: 2 }, []],
    [{ tags: ['a'], door: { number: 7, colour: 'red' } }, []],
    [{ tags: [] }, ['tags']],
    [{ tags: null }, ['tags']],
    [{ tags: undefined }, []],
    [{ door: { colour: 'red' } }, ['door']],
  ])('%j', (body, fields) => {
    expect(faultsOf(body)).toEqual(fields);
  });

  it('compare instances by their values', () => {
    const door = Object.assign(new Door(), current.door);
    expect(faultsOf({ door })).toEqual([]);
  });
});

describe('pickFields', () => {
  it('returns the declared fields in their order, with any values', () => {
    const picked = pickFields(House, { more: 1, door: { any: 'thing' }, windows: 0, name: '' });
    expect(Object.entries(picked)).toEqual([
      ['name', ''],
      ['windows', 0],
      ['door', { any: 'thing' }],
    ]);
    expect(Object.keys(applyDefaults(House, { name: 'x' }))).toEqual(['name', 'tags', 'door']);
  });
});
