import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacters } from '../../../test/support/any-characters.js';
import * as fields from './index.js';
import type { Kind } from './index.js';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const KINDS: Record<string, Kind> = {
  'text(3)': fields.text(3),
  'text()': fields.text(),
  words: fields.words,
  url: fields.url,
  requiredUrl: fields.requiredUrl,
  emailAddress: fields.emailAddress,
  colour: fields.colour,
  'coordinate(90)': fields.coordinate(90),
  'coordinate(180)': fields.coordinate(180),
  flag: fields.flag,
  shown: fields.visibility,
  count: fields.count,
  'upTo(7)': fields.upTo(7),
  id: fields.id,
  uid: fields.uid,
  anyId: { ...fields.anyId, accepts: (value) => typeof value === 'string' && fields.anyId.parse(value) !== undefined },
  amount: fields.amount,
  day: fields.day,
  dayOrInstant: fields.dayOrInstant,
  'oneOf(a, b)': fields.oneOf(['a', 'b']),
  'list(id, 2)': fields.list(fields.id, 2),
  'list(words)': fields.list(fields.words, 3),
};

/** Characters that patterns tend to overlook. */
const ODD = [
  '',
  ' ',
  '\0',
  '\n',
  'a\n',
  '\u2028',
  '\u0085',
  '\ufeff',
  '\u00a0',
  '٣',
  'ﬀ',
  'İ',
  'Ⅷ',
  '🏠',
  '🏠🏠🏠',
  '🏠🏠🏠🏠',
  '-0',
  '+1',
  '1e1',
  'http://x',
  'HTTPS://X.example',
  'https://',
  'https:///x',
  'https://:80',
  'https://a:65535',
  'https://a:65536',
  '//x',
  'https://a b',
  'https://a/b c',
  'https://a/b\tc',
  ' https://a',
  'https://a ',
  'https:\\\\a',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'JAVASCRIPT://https://a',
  'https:a',
  'httpss://a',
  'https://[::1]/',
  'https://u:p@h/',
  'https://@',
  'https://a@b@c',
  'https://bücher.example',
  'http://256.1.1.1',
  'a@b.example',
  'a@b',
  '@b.example',
  'a@b@c.example',
  'ü@ü.example',
  'a @b.example',
  `${'a'.repeat(65)}@b.example`,
  '90',
  '90.0',
  '90.01',
  '-90',
  '091',
  '089',
  '180',
  '180.5',
  '179.9',
  '1.',
  '.5',
  '--1',
  '#0a1B2c',
  '#abc',
  '2024-02-29',
  '2023-02-29',
  '1900-02-29',
  '2000-02-29',
  '0000-01-01',
  '0000-02-29',
  '0001-01-01',
  '2024-04-31',
  '2024-1-1',
  '2024-01-01T1:2Z',
  '2024-01-01T24:00Z',
  '2024-01-01T24:01Z',
  '2024-01-01T00:00',
  '2024-02-30T1:2Z',
  '9999-12-31T23:59:59-10:00',
  '0001-01-01T00:00+10:00',
  '2024-01-01t1:2:3.4z',
  '2024-01-01T1:2+24:00',
  '2024-01-01T1:2+1060',
  '01890A5D-ac96-774b-bcce-b302099a8057',
  'urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057',
  '12',
  '012',
  '12a',
  'x'.repeat(200),
  'x'.repeat(201),
  'x'.repeat(500),
  'x'.repeat(501),
  '🏠'.repeat(500),
  '🏠'.repeat(501),
  ' '.repeat(501),
];

const NUMBERS = [
  0, -0, 1, 7, 8, -1, 1.5, 1e-7, 32_767, 32_768, 2_147_483_647, 2_147_483_648, 999_999_999_999_999, 1e15, 1e300,
];

/** A text that matches a pattern, and the same text with one change. */
function nearTo(pattern: string): fc.Arbitrary<string> {
  const proper = fc.stringMatching(new RegExp(pattern, 'u'));
  const place = fc.nat({ max: 40 });
  const piece = fc.constantFrom(...ODD.slice(0, 20), ...':/@{}.-#0aA');
  return fc.oneof(
    proper,
    fc.tuple(proper, place, piece).map(([text, at, odd]) => text.slice(0, at) + odd + text.slice(at)),
    fc.tuple(proper, place).map(([text, at]) => text.slice(0, at) + text.slice(at + 1)),
  );
}

const isUnicode = (value: unknown): boolean => !/\\ud[89a-f]/.test(JSON.stringify(value));

function valuesFor(schema: Kind['schema']): fc.Arbitrary<unknown> {
  const leaf = fc.oneof(
    fc.constantFrom<unknown>(...ODD, ...NUMBERS, true, false, null, {}, []),
    anyCharacters({ maxLength: 6 }),
    fc.jsonValue({ maxDepth: 1 }),
    schema.pattern ? nearTo(schema.pattern) : fc.constantFrom(...((schema.enum as unknown[]) ?? [1])),
  );
  if (!schema.items || !('type' in schema.items)) return leaf;
  return fc.oneof(leaf, fc.array(valuesFor(schema.items), { maxLength: 4 }));
}

describe('a kind accepts exactly what its schema says', () => {
  it.each(Object.entries(KINDS))('%s', (_, kind) => {
    const validate = ajv.compile(kind.schema);
    const isSame = (value: unknown) => kind.accepts(value) === validate(value);
    for (const value of [...ODD, ...NUMBERS]) expect([value, kind.accepts(value)]).toEqual([value, validate(value)]);
    // A lone surrogate is no JSON text, so a schema does not cover it.
    fc.assert(fc.property(valuesFor(kind.schema).filter(isUnicode), isSame), { numRuns: 500 });
  });
});

it('no text kind accepts a lone surrogate', () => {
  for (const [name, kind] of Object.entries(KINDS)) expect([name, kind.accepts('a\ud800')]).toEqual([name, false]);
});
