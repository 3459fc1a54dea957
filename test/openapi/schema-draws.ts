import type { SchemaObject } from '@nestjs/swagger';
import { textFormats } from '@app/schema';
import fc from 'fast-check';
import { anyCharacters } from '@testing';

/** The keywords of JSON Schema used for requests. */
interface Schema extends Omit<SchemaObject, 'type' | 'items' | 'properties' | 'enum'> {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const WRONG = [null, true, false, 0, 1, -1, 1.5, '', 'x', '1', [], [null], {}, { x: 1 }] as const;

/** Characters that patterns tend to overlook; one of them is inserted into a valid text. */
const PIECES = [...'\0\n\t :/@.,-#{}%0aA١🏠', '\u2028', '\u00a0', '{price}', '..', '--', ' \n'];

const TEXTS = [
  'javascript:alert(1)',
  'JaVaScRiPt://x/%0aalert(1)',
  '\u0001javascript:x',
  ' https://x.example',
  'data:text/html,x',
  'https://',
  'https://a b',
  'http://256.256.256.256',
  'https://x.example/{{suburb}}',
  'http://xn--a',
  'https://x:65536',
  '2024-02-30',
  '2024-02-29',
  '1900-02-29',
  '2024-02-30T1:2Z',
  '9999-12-31T23:59:59-10:00',
  '0000-01-01',
  '1e3',
  '-0',
  '007',
  '٣',
  'NaN',
  'null',
  'constructor',
  '__proto__',
  'true',
  'a@b',
  'a@b.example',
  'Ⅷ',
  'Jane',
  'İ',
  '90.1',
];

/**
 * Values of a schema. With one chance in `odds`, a value is invalid or barely valid: one step beyond a bound, another
 * type, a piece inserted or removed in a text, a name too many or too few. With infinite odds, every value is valid.
 * Read-only fields are omitted.
 */
export function drawn(schema: Schema, odds: number): fc.Arbitrary<unknown> {
  const proper = properly(schema, odds);
  if (odds === Infinity) return proper;
  return fc.oneof({ weight: odds, arbitrary: proper }, { weight: 1, arbitrary: nearly(schema) });
}

function properly(schema: Schema, odds: number): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  return fc.oneof(...[schema.type ?? []].flat().map((type) => ofType(type, schema, odds)));
}

function ofType(type: string, schema: Schema, odds: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberOf(schema, type);
    case 'array':
      return fc.array(drawn(schema.items ?? {}, odds), { maxLength: 3 });
    case 'object':
      return objectOf(schema, odds);
    default:
      return textOf(schema);
  }
}

function numberOf({ minimum = 0, maximum = 2_147_483_647 }: Schema, type: string): fc.Arbitrary<number> {
  const bounds = fc.constantFrom(minimum, maximum, minimum + 1);
  const inner = fc.integer({ min: minimum, max: Math.min(maximum, 2_147_483_647) });
  return type === 'integer'
    ? fc.oneof(bounds, inner)
    : fc.oneof(bounds, inner, fc.double({ min: 0, max: 1e6, noNaN: true }));
}

function objectOf({ properties = {}, required = [] }: Schema, odds: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).filter(([, { readOnly }]) => !readOnly);
  const values = Object.fromEntries(fields.map(([name, schema]) => [name, drawn(schema, odds)]));
  return fc.record(values, { requiredKeys: [...required] });
}

function textOf({ pattern = '', format = '', maxLength = 1000 }: Schema): fc.Arbitrary<string> {
  const short = (textFormats.has(format) ? anyScript : matching(pattern)).filter((text) => lengthOf(text) <= maxLength);
  // At its maximum length; if that makes it invalid, the schema says so too.
  const long = short.map((text) => text + (text.at(-1) ?? '').repeat(maxLength - lengthOf(text)));
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: long });
}

/** The patterns of these formats accept more texts than the formats, so the texts use a few characters. */
const anyScript = fc.string({ unit: fc.constantFrom(...'aßü-9안٣ⅷⅧǅA🏠'), minLength: 1, maxLength: 5 });

const matched = new Map<string, fc.Arbitrary<string>>([['', fc.string()]]);

function matching(pattern: string): fc.Arbitrary<string> {
  const texts = matched.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  matched.set(pattern, texts);
  return texts;
}

const lengthOf = (text: string): number => [...text].length;

function nearly(schema: Schema): fc.Arbitrary<unknown> {
  const ways: fc.Arbitrary<unknown>[] = [fc.constantFrom<unknown>(...WRONG, ...TEXTS)];
  const types = [schema.type ?? []].flat();
  if (types.includes('string')) ways.push(nearText(schema));
  const { minimum, maximum, maxItems, items } = schema;
  if (minimum !== undefined) ways.push(fc.constantFrom(minimum - 1, minimum + 0.5));
  if (maximum !== undefined) ways.push(fc.constantFrom(maximum + 1, maximum * 1e10));
  if (items && maxItems) ways.push(full(items, maxItems), full(items, maxItems + 1));
  if (schema.properties) ways.push(otherNames(schema));
  return fc.oneof(...ways);
}

const full = (items: Schema, length: number): fc.Arbitrary<unknown> =>
  properly(items, Infinity).map((item) => Array<unknown>(length).fill(item));

/** Created once, because it takes a while. */
const anyText = anyCharacters({ maxLength: 5 });

function nearText(schema: Schema): fc.Arbitrary<unknown> {
  const proper = schema.enum ? fc.constantFrom(...schema.enum.map(String)) : textOf(schema);
  const place = fc.nat({ max: 20 });
  return fc.oneof(
    fc.tuple(proper, place, fc.constantFrom(...PIECES)).map(([text, at, piece]) => spliced(text, at, 0, piece)),
    fc.tuple(proper, place).map(([text, at]) => spliced(text, at, 1)),
    proper.map((text) => text.padEnd((schema.maxLength ?? 1000) + 1, text.at(-1) ?? 'x')),
    proper.map((text) => text.toUpperCase()),
    anyText,
  );
}

/** By whole characters. */
function spliced(text: string, at: number, cut: number, ...pieces: string[]): string {
  const characters = [...text];
  characters.splice(Math.min(at, characters.length), cut, ...pieces);
  return characters.join('');
}

function otherNames(schema: Schema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const name = fc.oneof(
    fc.constantFrom('', 'x', 'constructor', 'toString', '0', ...names.map((known) => `${known}s`)),
    fc.constantFrom(...names).map((known) => known.toUpperCase()),
  );
  const body = objectOf(schema, Infinity) as fc.Arbitrary<Record<string, unknown>>; // a record of its properties
  const more = fc.tuple(body, name).map(([value, other]) => ({ ...value, [other]: 'x' }));
  const fewer = fc
    .tuple(body, fc.constantFrom(...(schema.required ?? names)))
    .map(([value, left]) => Object.fromEntries(Object.entries(value).filter(([known]) => known !== left)));
  return fc.oneof(more, fewer);
}
