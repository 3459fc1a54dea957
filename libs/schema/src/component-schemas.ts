import type { SchemaObject } from '@nestjs/swagger';
import type { Class, FieldDeclaration } from './field-declaration.js';
import { fieldsOf, requiredOf } from './field.js';
import { composed, type Composition } from './shared-fields.js';
import type { Kind } from './kind.js';

/** An example of a representation, made from the examples of its fields. */
export const answerExample = (type: Class): Record<string, unknown> => exampleOf(fieldsOf(type), answerExample);

/** An example of a body, made from the examples of its fields without read-only fields. */
const bodyExample = (type: Class): Record<string, unknown> =>
  exampleOf(
    fieldsOf(type).filter(({ readOnly }) => !readOnly),
    bodyExample,
  );

function exampleOf(
  fields: readonly FieldDeclaration[],
  nested: (type: Class) => Record<string, unknown>,
): Record<string, unknown> {
  const values = fields.map((field): [string, unknown] => {
    if (field.example !== undefined) return [field.name, field.example];
    if (!field.of) return [field.name, field.kind?.example];
    const inner = nested(field.of());
    return [field.name, field.many ? [inner] : inner];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The schemas of named kinds that the document refers to, by name. */
const referred = new Map<string, SchemaObject>();

/** A reference to a component schema; OpenAPI 3.1 allows other keywords beside it. */
const schemaRef = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** The schema of a kind for the document: a reference if the kind has a name. */
export function kindSchema({ name, schema, items }: Pick<Kind, 'name' | 'schema' | 'items'>): SchemaObject {
  if (name === undefined) return items ? { ...schema, items: kindSchema(items) } : schema;
  const known = referred.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are called ${name}`);
  referred.set(name, schema);
  return schemaRef(name) as SchemaObject; // a reference is allowed wherever a schema is
}

/** The schemas of all named kinds that `kindSchema` has referred to. */
const kindSchemas = (): Record<string, SchemaObject> => Object.fromEntries(referred);

type RefOf = (type: Class) => { $ref: string };

/** Whether every response contains the field. A field without a default is absent if it was never given. */
const isInEveryAnswer = ({ optional, of, notNullable, readOnly, kind }: FieldDeclaration): boolean =>
  !optional && (of !== undefined || notNullable || readOnly || kind?.empty !== undefined);

/** The schema of a field in a representation. */
function answerField(field: FieldDeclaration, refOf: RefOf): SchemaObject {
  const schema = fieldSchema(field, refOf);
  return { ...(isNullable(field) ? orNull(schema) : orEmpty(schema, field)), ...withWords(field) };
}

/** The schema of a field in a body: null stands for the default (D17). */
function bodyField(field: FieldDeclaration, refOf: RefOf): SchemaObject {
  const schema = field.many ? { ...fieldSchema(field, refOf), maxItems: field.max } : fieldSchema(field, refOf);
  if (field.notNullable) return { ...schema, ...withWords(field) };
  const given = field.kind?.empty === null ? or(schema, BLANK) : orEmpty(schema, field);
  return { ...orNull(given), ...withWords(field) };
}

function fieldSchema({ kind, of, many }: FieldDeclaration, refOf: RefOf): SchemaObject {
  if (!of) return kind ? kindSchema(kind) : {};
  const item = refOf(of()) as SchemaObject; // a reference is allowed wherever a schema is
  return many ? { type: 'array', items: item } : item;
}

const isNullable = ({ nullable, notNullable, kind }: FieldDeclaration): boolean =>
  nullable || (!notNullable && kind?.empty === null);

/** The empty text, which stands for no value. */
const BLANK = { const: '' } as SchemaObject;

/** Adds the empty text to a closed set of values if the field may be empty. */
function orEmpty(schema: SchemaObject, { kind, notNullable }: FieldDeclaration): SchemaObject {
  const empty = kind?.empty;
  const values = kind?.schema.enum as unknown[] | undefined; // `enum` has the type any[]
  return !values || typeof empty !== 'string' || values.includes(empty) || notNullable ? schema : or(schema, BLANK);
}

/** Allows null as well; `type` may be a list in OpenAPI 3.1. */
const orNull = (schema: SchemaObject): SchemaObject =>
  schema.type && !schema.enum ? { ...schema, type: [schema.type, 'null'].flat() } : or(schema, { type: 'null' });

const or = (schema: SchemaObject, other: SchemaObject): SchemaObject =>
  schema.anyOf ? { anyOf: [...schema.anyOf, other] } : { anyOf: [schema, other] };

const withWords = ({ description, readOnly }: FieldDeclaration) => ({
  description,
  ...(readOnly ? { readOnly: true } : {}),
});

type Schemas = Record<string, SchemaObject>;

/** The classes that the documented operations refer to. */
const answers = new Set<Class>();
const bodies = new Map<Class, Record<string, unknown> | undefined>();

/** A reference to the schema of a representation, for an operation's documentation. */
export function answerRef(type: Class): { $ref: string } {
  answers.add(type);
  return schemaRef(answerName(type));
}

/** A reference to the schema of a body, optionally with its own example. */
export function bodyRef(type: Class, example?: Record<string, unknown>): { $ref: string } {
  bodies.set(type, example);
  return schemaRef(bodyName(type));
}

/** A reference to the schema of an object inside a documented body. */
export const objectRef = (type: Class): { $ref: string } => schemaRef(bodyName(type));

/** The name of a representation in the document: `Account` for `AccountResponse`. */
const answerName = ({ name }: Class): string => name.replace(/Response$/, '');

/** The name of a body, such as `CreateAccount`, or of an object inside a body, such as `AddressInput`. */
const bodyName = ({ name }: Class): string => (name.endsWith('Dto') ? name.slice(0, -'Dto'.length) : `${name}Input`);

/** The component schemas of all classes that the operations refer to. */
export function componentSchemas(): Schemas {
  const sent = withNested(new Set(bodies.keys()), ({ readOnly }) => !readOnly);
  const repeated = [...sent].flatMap((type) =>
    fieldsOf(type).flatMap(({ of, readOnly }) => (of && readOnly ? of() : [])),
  );
  const shown = withNested(new Set([...answers, ...repeated]));
  const objects = { ...objectSchemas(shown, inAnswers), ...objectSchemas(sent, inBodies) };
  return { ...objects, ...kindSchemas() };
}

/** Examples of the representations and bodies that the operations refer to, by schema name. */
export function componentExamples(): Record<string, unknown> {
  const shown = [...answers].map((type) => [answerName(type), answerExample(type)] as const);
  const sent = [...bodies].map(([type, example]) => [bodyName(type), example ?? bodyExample(type)] as const);
  return Object.fromEntries([...shown, ...sent]);
}

/** How classes are described, as responses or as request bodies. */
interface Side {
  readonly nameOf: (type: Class) => string;
  readonly schemaOf: (field: FieldDeclaration) => SchemaObject;
  /** The names of the required fields that the bases do not require. */
  readonly mustHave: (type: Class, composition: Composition) => string[];
}

const inAnswers: Side = {
  nameOf: answerName,
  schemaOf: (field) => answerField(field, (type) => schemaRef(answerName(type))),
  mustHave: (_, { fields }) => fields.filter(isInEveryAnswer).map(({ name }) => name),
};

const inBodies: Side = {
  nameOf: bodyName,
  // A body may only repeat the value that a read returned.
  schemaOf: (field) =>
    field.readOnly ? inAnswers.schemaOf(field) : bodyField(field, (type) => schemaRef(bodyName(type))),
  mustHave: (type, { bases }) =>
    requiredOf(type).filter((name) => !bases.some((base) => requiredOf(base).includes(name))),
};

/** The schemas of the given classes, including the schemas of their shared fields. */
function objectSchemas(closed: ReadonlySet<Class>, { nameOf, schemaOf, mustHave }: Side): Schemas {
  const parts = composed(closed);
  const extended = new Set([...parts.values()].flatMap(({ bases }) => bases));
  // A schema that others extend must allow further fields. If a response uses it directly as well, it gets a second,
  // closed schema.
  const openName = (type: Class) => `${nameOf(type)}${closed.has(type) ? 'Base' : ''}`;
  const schemas: Schemas = {};
  for (const [type, { fields, bases }] of parts) {
    const required = mustHave(type, { fields, bases });
    const schema: SchemaObject = {
      type: 'object',
      ...(bases.length > 0 && { allOf: bases.map((base) => schemaRef(openName(base))) }),
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    };
    if (!extended.has(type)) schemas[nameOf(type)] = sealed(schema);
    else {
      schemas[openName(type)] = schema;
      if (closed.has(type)) schemas[nameOf(type)] = sealed({ type: 'object', allOf: [schemaRef(openName(type))] });
    }
  }
  return schemas;
}

/** Rejects undeclared fields. */
const sealed = (schema: SchemaObject): SchemaObject =>
  schema.allOf
    ? ({ ...schema, unevaluatedProperties: false } as SchemaObject)
    : { ...schema, additionalProperties: false };

/** The given classes and, recursively, the classes of their fields. */
function withNested(
  types: ReadonlySet<Class>,
  isFollowed: (field: FieldDeclaration) => boolean = () => true,
): Set<Class> {
  const all = new Set(types);
  for (const type of all) for (const field of fieldsOf(type)) if (field.of && isFollowed(field)) all.add(field.of());
  return all;
}
