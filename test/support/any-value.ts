import fc from 'fast-check';
import { fieldsOf, requiredOf, type Class, type FieldDeclaration } from '@app/schema';
import { anyCharacters } from './any-characters.js';

type Schema = NonNullable<FieldDeclaration['kind']>['schema'];

/** Texts from which kinds with a format take their values, and texts that are likely to break something. */
const texts = fc.oneof(
  anyCharacters({ maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'\u0001\t\n\r\u2028"\\{}[],:🏠é\u0301 '), maxLength: 30 }),
  fc.constantFrom('', ' ', '-37.81', '144.9631', '2026-03-07T9:5Z', '#0B3D91', 'https://x.example/a b?c="d"'),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.uuid(),
);
const numbers = fc.oneof(fc.nat(), fc.nat(40_000), fc.double({ min: 0, max: 999_999_999_999_999, noNaN: true }));

function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom<unknown>(...(schema.enum as unknown[]));
  // A list has the schema of its items.
  if (schema.type === 'array') return fc.array(valueOf(schema.items as Schema), { maxLength: 3 });
  if (schema.type === 'boolean') return fc.boolean();
  return schema.type === 'integer' || schema.type === 'number' ? numbers : texts;
}

/** Values that a field may contain; `undefined` for fields that the store generates. */
function fieldValue({ kind, of, many }: FieldDeclaration): fc.Arbitrary<unknown> | undefined {
  if (of) return many ? fc.array(anyOf(of()), { maxLength: 3 }) : anyOf(of());
  if (!kind || Object.keys(kind.schema).length === 0) return undefined;
  return valueOf(kind.schema).filter((value) => kind.accepts(value));
}

/** Any value of a class that passes its checks, with some of its fields. Fields in `fixed` keep their given values. */
export function anyOf(
  type: Class,
  fixed: Readonly<Record<string, fc.Arbitrary<unknown> | undefined>> = {},
): fc.Arbitrary<Record<string, unknown>> {
  const values = fieldsOf(type).flatMap((field) => {
    const value = field.name in fixed ? fixed[field.name] : fieldValue(field);
    return value ? [[field.name, value] as const] : [];
  });
  const requiredKeys = [...requiredOf(type), ...Object.keys(fixed)].filter((key) =>
    values.some(([name]) => name === key),
  );
  return fc.record(Object.fromEntries(values), { requiredKeys });
}
