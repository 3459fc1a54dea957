export { asInstant, asNumber } from './column-transformers.js';
export { named, type Kind } from './kind.js';
export * from './kinds.js';
export { NameSuggestions } from './nearest-name.js';
export { TEXT, TEXT_WITHOUT_COMMA } from './patterns.js';
export * from './text.kinds.js';
export * from './time.kinds.js';
export { duration, secondsOf, timeOf, timeOrDuration } from './time.kinds.js';
export { isObject, type Class, type FieldDeclaration, type Hideable } from './field-declaration.js';
export { Field, FieldsOf, ListOf, Nested, Required, fieldsOf, requiredOf, view } from './field.js';
export { validate, type FieldFault, readOnlyFaults } from './validate.js';
export { instantiate } from './instantiate.js';
export { defaultsOf, applyDefaults, mergeFields, pickFields } from './shape.js';
export { hiddenIn, publicForm } from './public-form.js';
export {
  answerExample,
  answerRef,
  bodyRef,
  componentExamples,
  componentSchemas,
  objectRef,
  kindSchema,
} from './component-schemas.js';
export { asPart } from './shared-fields.js';
