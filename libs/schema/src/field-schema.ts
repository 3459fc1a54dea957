import type { SchemaObject } from '@nestjs/swagger';
import type { Class, FieldDeclaration } from './field-declaration.js';
import { kindSchema } from './kind-schema.js';

type RefOf = (type: Class) => { $ref: string };

/** A leaf that may never have been given and has no default is left out of answers. */
export const isInEveryAnswer = ({ optional, of, notNullable, readOnly, kind }: FieldDeclaration): boolean =>
  !optional && (of !== undefined || notNullable || readOnly || kind?.empty !== undefined);

/** The schema of a field of a representation. */
export function answerField(field: FieldDeclaration, refOf: RefOf): SchemaObject {
  const schema = schemaOf(field, refOf);
  return { ...(isNullable(field) ? orNull(schema) : orEmpty(schema, field)), ...withWords(field) };
}

/** The schema of a field of a body: null stands for the default (D17). */
export function bodyField(field: FieldDeclaration, refOf: RefOf): SchemaObject {
  const schema = field.many ? { ...schemaOf(field, refOf), maxItems: field.max } : schemaOf(field, refOf);
  if (field.notNullable) return { ...schema, ...withWords(field) };
  const given = field.kind?.empty === null ? or(schema, BLANK) : orEmpty(schema, field);
  return { ...orNull(given), ...withWords(field) };
}

function schemaOf({ kind, of, many }: FieldDeclaration, refOf: RefOf): SchemaObject {
  if (!of) return kind ? kindSchema(kind) : {};
  const item = refOf(of()) as SchemaObject; // a reference may stand wherever a schema may
  return many ? { type: 'array', items: item } : item;
}

const isNullable = ({ nullable, notNullable, kind }: FieldDeclaration): boolean =>
  nullable || (!notNullable && kind?.empty === null);

/** The empty text, which stands for none. */
const BLANK = { const: '' } as SchemaObject;

/** A closed set's empty form is one of its values wherever the field may be at its default. */
function orEmpty(schema: SchemaObject, { kind, notNullable }: FieldDeclaration): SchemaObject {
  const empty = kind?.empty;
  const values = kind?.schema.enum as unknown[] | undefined; // typed any
  return !values || typeof empty !== 'string' || values.includes(empty) || notNullable ? schema : or(schema, BLANK);
}

/** Of one more type: 3.1 has lists of types. */
const orNull = (schema: SchemaObject): SchemaObject =>
  schema.type && !schema.enum ? { ...schema, type: [schema.type, 'null'].flat() } : or(schema, { type: 'null' });

const or = (schema: SchemaObject, other: SchemaObject): SchemaObject =>
  schema.anyOf ? { anyOf: [...schema.anyOf, other] } : { anyOf: [schema, other] };

const withWords = ({ description, readOnly }: FieldDeclaration) => ({
  description,
  ...(readOnly ? { readOnly: true } : {}),
});
