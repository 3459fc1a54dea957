import 'reflect-metadata';
import {
  IsDefined,
  ArrayMaxSize,
  IsArray,
  IsObject,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationArguments,
} from 'class-validator';
import { type Class, classOf, type FieldDeclaration, meansDefault } from './field-declaration.js';
import { faultIn, type Kind } from './kind.js';
import { MAX_ITEMS } from './kinds.js';

/** Registers the rules of a field with class-validator, which validates bodies; a DTO may add its own decorators. */
function declareRules(target: object, field: FieldDeclaration, isRequired: (body: object) => boolean): void {
  const { name, kind, of, many, max } = field;
  const isAsked = (body: object, value: unknown): boolean =>
    value === undefined ? isRequired(body) : !meansDefault(field, value);
  ValidateIf(isAsked)(target, name);
  if (kind) {
    // `Required` reports missing fields.
    const validate = (value: unknown) => value === undefined || kind.accepts(value);
    const defaultMessage = (given?: ValidationArguments) => faultIn(kind, given?.value);
    ValidateBy({ name: 'kind', validator: { validate, defaultMessage } })(target, name);
  } else if (of) {
    if (many) {
      IsArray({ message: 'must be an array' })(target, name);
      ArrayMaxSize(max, { message: `must have at most ${max} items` })(target, name);
    } else IsObject({ message: 'must be an object' })(target, name);
    ValidateNested({ each: many, message: 'must be an object' })(target, name);
  }
}

type FieldOptions = Partial<
  Pick<FieldDeclaration, 'notNullable' | 'readOnly' | 'optional' | 'nullable' | 'example' | 'withheld' | 'shows'>
>;
type ListOptions = FieldOptions & Partial<Pick<FieldDeclaration, 'max'>>;

const FIELDS = Symbol('fields');
const REQUIRED = Symbol('required');

const own = <T>(key: symbol, target: object, make: () => T): T => {
  if (!Reflect.hasOwnMetadata(key, target)) Reflect.defineMetadata(key, make(), target);
  return Reflect.getOwnMetadata(key, target) as T; // set in the line above
};

/** Cache of `fieldsOf`, which is called for every object; declaring a field clears it. */
let found = new WeakMap<Class, readonly FieldDeclaration[]>();
/** Cache of `requiredOf`. */
let required = new WeakMap<Class, string[]>();

/** The fields of a class; inherited fields come first. */
export function fieldsOf(type: Class): readonly FieldDeclaration[] {
  let fields = found.get(type);
  if (!fields) found.set(type, (fields = collectFields(type)));
  return fields;
}

function collectFields(type: Class): FieldDeclaration[] {
  const byName = new Map<string, FieldDeclaration>();
  for (const { prototype } of lineageOf(type)) {
    for (const field of own(FIELDS, prototype, () => new Array<FieldDeclaration>())) byName.set(field.name, field);
  }
  return [...byName.values()];
}

const byName = new WeakMap<readonly FieldDeclaration[], Map<string, FieldDeclaration>>();

/** The fields of a class by name. */
export function fieldsByName(type: Class): ReadonlyMap<string, FieldDeclaration> {
  const fields = fieldsOf(type);
  let named = byName.get(fields);
  if (!named) {
    named = new Map(fields.map((field) => [field.name, field]));
    byName.set(fields, named);
  }
  return named;
}

/** The names of the fields that a body must contain. */
export function requiredOf(type: Class): string[] {
  let names = required.get(type);
  if (!names) {
    names = lineageOf(type).flatMap(({ prototype }) => own(REQUIRED, prototype, () => new Array<string>()));
    required.set(type, names);
  }
  return names;
}

/** A class and its base classes, the topmost first. */
export function lineageOf(type: Class): Class[] {
  const parent = Object.getPrototypeOf(type) as Class; // the base class, or Function.prototype
  return parent === Function.prototype ? [type] : [...lineageOf(parent), type];
}

function declare(target: object, field: FieldDeclaration): void {
  own(FIELDS, target, () => new Array<FieldDeclaration>()).push(field);
  found = new WeakMap();
  required = new WeakMap();
  declareRules(target, field, (body) => requiredOf(classOf(body)).includes(field.name));
}

const blank = { many: false, max: MAX_ITEMS, notNullable: false, readOnly: false, optional: false, nullable: false };

/**
 * Declares a field with its kind and meaning. Validation, OpenAPI schemas, defaults and merging are derived from it.
 */
export function Field(kind: Kind, description: string, options: FieldOptions = {}): PropertyDecorator {
  return (target, name) => declare(target, { ...blank, ...options, name: String(name), description, kind });
}

export function Nested(of: () => Class, description: string, options: FieldOptions = {}): PropertyDecorator {
  return (target, name) => declare(target, { ...blank, ...options, name: String(name), description, of });
}

/** Declares a list of objects. */
export function ListOf(of: () => Class, description: string, options: ListOptions = {}): PropertyDecorator {
  return (target, name) => declare(target, { ...blank, ...options, name: String(name), description, of, many: true });
}

/** Makes an inherited field required in a body. */
export function Required(): PropertyDecorator {
  return (target, name) => {
    own(REQUIRED, target, () => new Array<string>()).push(String(name));
    required = new WeakMap();
    IsDefined({ message: 'is required' })(target, name);
  };
}

/**
 * Creates a class called `name` with some fields of another class: another representation of the same resource.
 * @param optional whether a representation may omit these fields
 */
export function view<T extends object, K extends string & keyof T>(
  type: Class<T>,
  name: string,
  keys: readonly K[],
  { optional = false }: { readonly optional?: boolean } = {},
): Class<Pick<T, K>> {
  const part = { [name]: class {} }[name] as Class<Pick<T, K>>; // the computed key gives the class its name
  const fields = fieldsByName(type);
  for (const key of keys) {
    const field = fields.get(key);
    if (!field) throw new Error(`${type.name} has no field ${key}`);
    declare(part.prototype, optional ? { ...field, optional } : field);
  }
  return part;
}

/** Declares all fields of another class on a class that does not extend it. */
export const FieldsOf =
  (type: Class): ((target: Class) => void) =>
  (target) => {
    for (const field of fieldsOf(type)) declare(target.prototype, field);
  };
