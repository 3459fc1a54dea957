import type { Class, FieldDeclaration } from './field-declaration.js';
import { fieldsOf } from './field.js';

/** A complete representation, made from the examples of its fields. */
export const answerExample = (type: Class): Record<string, unknown> => exampleOf(fieldsOf(type), answerExample);

/** A complete body, made from the examples of its fields, without read-only fields. */
export const bodyExample = (type: Class): Record<string, unknown> =>
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
