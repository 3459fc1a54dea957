import type { SchemaObject } from '@nestjs/swagger';
import type { Class, FieldDeclaration } from './field-declaration.js';
import { kindSchema } from './kind-schema.js';

type RefOf = (type: Class) => { $ref: string };

/** A field without a default is left out of responses if it was never given. */
export const isInEveryAnswer = ({ optional, of, notNullable, readOnly, kind }: FieldDeclaration): boolean =>
  !optional && (of !== undefined || notNullable || readOnly || kind?.empty !== undefined);

/** The schema of a field in a representation. */
export function answerField(field: FieldDeclaration, refOf: RefOf): SchemaObject {
  const schema = schemaOf(field, refOf);
  return { ...(isNullable(field) ? orNull(schema) : orEmpty(schema, field)), ...withWords(field) };
}

/** The schema of a field in a body: null stands for the default (D17). */
export function bodyField(field: FieldDeclaration, refOf: RefOf): SchemaObject {
  const schema = field.many ? { ...schemaOf(field, refOf), maxItems: field.max } : schemaOf(field, refOf);
  if (field.notNullable) return { ...schema, ...withWords(field) };
  const given = field.kind?.empty === null ? or(schema, BLANK) : orEmpty(schema, field);
  return { ...orNull(given), ...withWords(field) };
}

function schemaOf({ kind, of, many }: FieldDeclaration, refOf: RefOf): SchemaObject {
  if (!of) return kind ? kindSchema(kind) : {};
  const item = refOf(of()) as SchemaObject; // a reference may be used wherever a schema may
  return many ? { type: 'array', items: item } : item;
}

const isNullable = ({ nullable, notNullable, kind }: FieldDeclaration): boolean =>
  nullable || (!notNullable && kind?.empty === null);

/** The empty text, which means no value. */
const BLANK = { const: '' } as SchemaObject;

/** If the field may have its default, the empty value is one of the values of a closed set. */
function orEmpty(schema: SchemaObject, { kind, notNullable }: FieldDeclaration): SchemaObject {
  const empty = kind?.empty;
  const values = kind?.schema.enum as unknown[] | undefined; // `enum` has the type any[]
  return !values || typeof empty !== 'string' || values.includes(empty) || notNullable ? schema : or(schema, BLANK);
}

/** Allows null as well: OpenAPI 3.1 has lists of types. */
const orNull = (schema: SchemaObject): SchemaObject =>
  schema.type && !schema.enum ? { ...schema, type: [schema.type, 'null'].flat() } : or(schema, { type: 'null' });

const or = (schema: SchemaObject, other: SchemaObject): SchemaObject =>
  schema.anyOf ? { anyOf: [...schema.anyOf, other] } : { anyOf: [schema, other] };

const withWords = ({ description, readOnly }: FieldDeclaration) => ({
  description,
  ...(readOnly ? { readOnly: true } : {}),
});
