export type { Kind } from './kind.js';
export * from './kinds.js';
export { Field, ListOf, Nested, Required, fieldsOf, view, type Class, type FieldDeclaration } from './field.js';
export { checkShape, type FieldFault } from './check.js';
export { emptyShape, fillShape, mergeShape, pickFields } from './shape.js';
export { answerRef, bodySchema, componentSchemas } from './json-schema.js';
export { readOnlyFaults } from './read-only.js';
