import type { SchemaObject } from '@nestjs/swagger';
import type { Class, FieldDeclaration } from './field-declaration.js';
import { fieldsOf, requiredOf } from './field.js';

/** The component schemas of an OpenAPI document by name. */
type Schemas = Record<string, SchemaObject>;

/** The classes that the documented operations refer to. */
const referred = new Set<Class>();

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** What a class is called in the document: `AccountResponse` is its `Account`. */
const schemaName = ({ name }: Class): string => name.replace(/Response$/, '');

/** A reference to the schema of a representation, for an operation's documentation. */
export function answerRef(type: Class): { $ref: string } {
  referred.add(type);
  return ref(schemaName(type));
}

/** The component schemas of every representation that an operation refers to. */
export function componentSchemas(): Schemas {
  const schemas: Schemas = {};
  for (const type of referred) answerSchema(type, schemas);
  return schemas;
}

/** A reference to the schema of a representation; the schema itself is added to `schemas`, with all it refers to. */
function answerSchema(type: Class, schemas: Schemas): { $ref: string } {
  const name = schemaName(type);
  if (!schemas[name]) {
    const fields = fieldsOf(type);
    const schema: SchemaObject = { type: 'object', additionalProperties: false, properties: {} };
    schemas[name] = schema;
    schema.required = fields.filter((field) => !field.optional && emptyOrFirm(field)).map((field) => field.name);
    for (const field of fields) schema.properties![field.name] = answerField(field, schemas);
  }
  return ref(name);
}

/** A leaf that may never have been given and has no default is left out of answers. */
const emptyOrFirm = (field: FieldDeclaration): boolean =>
  field.of !== undefined || field.notNullable || field.readOnly || field.kind?.empty !== undefined;

function answerField(field: FieldDeclaration, schemas: Schemas): SchemaObject {
  const documented = withWords(field);
  if (!field.of) {
    const schema: SchemaObject = { ...field.kind?.schema, ...documented };
    return isNullable(field) ? orNull(schema) : orEmpty(schema, field);
  }
  const item = answerSchema(field.of(), schemas);
  if (field.many) {
    const schema: SchemaObject = { type: 'array', items: item, ...documented };
    return field.nullable ? orNull(schema) : schema;
  }
  return { ...item, ...documented }; // OpenAPI 3.1 lets words stand beside a reference
}

const isNullable = ({ nullable, notNullable: firm, kind }: FieldDeclaration): boolean =>
  nullable || (!firm && kind?.empty === null);

/** A closed set's empty form is one of its values wherever the field may be at its default. */
function orEmpty(schema: SchemaObject, field: FieldDeclaration): SchemaObject {
  const empty = field.kind?.empty;
  if (!schema.enum || typeof empty !== 'string' || schema.enum.includes(empty) || field.notNullable) return schema;
  return { ...schema, enum: [...(schema.enum as unknown[]), empty] };
}

/** The schema of a body: nothing is required but what the class says, and null stands for the default (D17). */
export function bodySchema(type: Class): SchemaObject {
  const properties: Record<string, SchemaObject> = {};
  for (const field of fieldsOf(type)) properties[field.name] = bodyField(field);
  const required = requiredOf(type);
  return { type: 'object', additionalProperties: false, properties, ...(required.length ? { required } : {}) };
}

function bodyField(field: FieldDeclaration): SchemaObject {
  const inner: SchemaObject = field.of ? bodySchema(field.of()) : { ...field.kind?.schema };
  const schema = {
    ...(field.many ? { type: 'array', items: inner, maxItems: field.max } : inner),
    ...withWords(field),
  };
  return field.notNullable ? schema : orNull(field.kind?.empty === null ? orBlank(schema) : orEmpty(schema, field));
}

/** The empty text stands for no id; `maxLength` is asked of texts alone. */
const orBlank = (schema: SchemaObject): SchemaObject => ({ ...widened(schema, 'string'), maxLength: 0 });

function orNull(schema: SchemaObject): SchemaObject {
  const nullable = widened(schema, 'null');
  return schema.enum ? { ...nullable, enum: [...(schema.enum as unknown[]), null] } : nullable;
}

/** Of one more type: 3.1 has lists of types. */
const widened = (schema: SchemaObject, type: string): SchemaObject => ({
  ...schema,
  type: [schema.type, type].flat() as unknown as string,
});

function withWords({ description, example, readOnly }: FieldDeclaration): SchemaObject {
  return {
    description,
    ...(example === undefined ? {} : { examples: [example] as never }),
    ...(readOnly ? { readOnly: true } : {}),
  };
}
