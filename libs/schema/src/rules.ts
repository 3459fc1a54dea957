import { ArrayMaxSize, IsArray, IsObject, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { meansDefault, type FieldDeclaration } from './field-declaration.js';

/** Declares a field to class-validator, which validates bodies; a DTO may add its own decorators. */
export function declareRules(target: object, field: FieldDeclaration, isRequired: (body: object) => boolean): void {
  const { name, kind, of, many, max } = field;
  const isAsked = (body: object, value: unknown): boolean =>
    value === undefined ? isRequired(body) : !meansDefault(field, value);
  ValidateIf(isAsked)(target, name);
  if (kind) {
    // Missing fields are reported by Required.
    const validate = (value: unknown) => value === undefined || kind.accepts(value);
    ValidateBy({ name: 'kind', validator: { validate, defaultMessage: () => `must be ${kind.wants}` } })(target, name);
  } else if (of) {
    if (many) {
      IsArray({ message: 'must be an array' })(target, name);
      ArrayMaxSize(max, { message: `must have at most ${max} items` })(target, name);
    } else IsObject({ message: 'must be an object' })(target, name);
    ValidateNested({ each: many, message: 'must be an object' })(target, name);
  }
}
