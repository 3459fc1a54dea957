export type { Kind } from './kind.js';
export * from './kinds.js';
export type { Class, FieldDeclaration } from './field-declaration.js';
export { Field, ListOf, Nested, Required, fieldsOf, requiredOf, view } from './field.js';
export { checkShape, unknownFields, type FieldFault } from './check.js';
export { emptyShape, fillShape, mergeShape, pickFields } from './shape.js';
export { answerRef, bodySchema, componentSchemas } from './json-schema.js';
export { readOnlyFaults } from './read-only.js';
