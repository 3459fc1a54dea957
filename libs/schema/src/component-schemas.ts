import type { SchemaObject } from '@nestjs/swagger';
import type { Class, FieldDeclaration } from './field-declaration.js';
import { answerExample, bodyExample } from './examples.js';
import { answerField, bodyField, isInEveryAnswer } from './field-schema.js';
import { fieldsOf, requiredOf } from './field.js';
import { kindSchemas, schemaRef } from './kind-schema.js';
import { composed } from './shared-fields.js';

type Schemas = Record<string, SchemaObject>;

/** What the documented operations refer to. */
const answers = new Set<Class>();
const bodies = new Map<Class, Record<string, unknown> | undefined>();

/** A reference to the schema of a representation, for an operation's documentation. */
export function answerRef(type: Class): { $ref: string } {
  answers.add(type);
  return schemaRef(answerName(type));
}

/** A reference to the schema of a body, with an example of its own if it has one. */
export function bodyRef(type: Class, example?: Record<string, unknown>): { $ref: string } {
  bodies.set(type, example);
  return schemaRef(bodyName(type));
}

/** A reference to the schema of an object inside a body, which some body has as a field. */
export const objectRef = (type: Class): { $ref: string } => schemaRef(bodyName(type));

/** The name of a representation in the document: `AccountResponse` becomes `Account`. */
export const answerName = ({ name }: Class): string => name.replace(/Response$/, '');

/** The name of a body, `CreateAccount`, or of an object inside a body, `AddressInput`. */
export const bodyName = ({ name }: Class): string =>
  name.endsWith('Dto') ? name.slice(0, -'Dto'.length) : `${name}Input`;

/** The component schemas of everything that the operations refer to. */
export function componentSchemas(): Schemas {
  const sent = withNested(new Set(bodies.keys()), ({ readOnly }) => !readOnly);
  const repeated = [...sent].flatMap((type) =>
    fieldsOf(type).flatMap(({ of, readOnly }) => (of && readOnly ? of() : [])),
  );
  const shown = withNested(new Set([...answers, ...repeated]));
  const objects = { ...objectSchemas(shown, inAnswers), ...objectSchemas(sent, inBodies) };
  return { ...objects, ...kindSchemas() };
}

/** An example of each representation and body that the operations refer to, by the name of its schema. */
export function componentExamples(): Record<string, unknown> {
  const shown = [...answers].map((type) => [answerName(type), answerExample(type)] as const);
  const sent = [...bodies].map(([type, example]) => [bodyName(type), example ?? bodyExample(type)] as const);
  return Object.fromEntries([...shown, ...sent]);
}

/** How classes are described as responses, or as request bodies. */
interface Side {
  readonly nameOf: (type: Class) => string;
  readonly schemaOf: (field: FieldDeclaration) => SchemaObject;
  /** The required fields of a class, among its own ones. */
  readonly mustHave: (type: Class, fields: readonly FieldDeclaration[]) => string[];
}

const inAnswers: Side = {
  nameOf: answerName,
  schemaOf: (field) => answerField(field, (type) => schemaRef(answerName(type))),
  mustHave: (_, fields) => fields.filter(isInEveryAnswer).map(({ name }) => name),
};

const inBodies: Side = {
  nameOf: bodyName,
  // A read-only field may only repeat what a read answers.
  schemaOf: (field) =>
    field.readOnly ? inAnswers.schemaOf(field) : bodyField(field, (type) => schemaRef(bodyName(type))),
  mustHave: (type) => requiredOf(type),
};

/** The schemas of some classes, which refer to each other, and of what they share. */
function objectSchemas(closed: ReadonlySet<Class>, { nameOf, schemaOf, mustHave }: Side): Schemas {
  const parts = composed(closed);
  const extended = new Set([...parts.values()].flatMap(({ bases }) => bases));
  // A schema that others extend must allow further fields: if it is also used for a response itself, there are two
  // schemas.
  const openName = (type: Class) => `${nameOf(type)}${closed.has(type) ? 'Base' : ''}`;
  const schemas: Schemas = {};
  for (const [type, { fields, bases }] of parts) {
    const required = mustHave(type, fields);
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

/** Allows no fields that are not declared. */
const sealed = (schema: SchemaObject): SchemaObject =>
  schema.allOf
    ? ({ ...schema, unevaluatedProperties: false } as SchemaObject)
    : { ...schema, additionalProperties: false };

/** Some classes, and those of their fields. */
function withNested(
  types: ReadonlySet<Class>,
  isFollowed: (field: FieldDeclaration) => boolean = () => true,
): Set<Class> {
  const all = new Set(types);
  for (const type of all) for (const field of fieldsOf(type)) if (field.of && isFollowed(field)) all.add(field.of());
  return all;
}
