import type { Kind } from './kind.js';

/** A class that is instantiated without arguments. */
export interface Class<T extends object = object> {
  new (): T;
  readonly prototype: T;
}

/** The class of an instance of a declared class. */
export const classOf = <T extends object>(instance: T): Class<T> => instance.constructor as Class<T>;

/** A declared field of a representation or a body. */
export interface FieldDeclaration {
  readonly name: string;
  readonly description: string;
  /** The kind of value; absent for an object or a list of objects. */
  readonly kind?: Kind;
  /** The class of a nested object, or of each item of a list of objects. */
  readonly of?: () => Class;
  readonly many: boolean;
  /** Maximum number of objects in a list of objects. */
  readonly max: number;
  /** Rejects null: the field has no default. */
  readonly notNullable: boolean;
  /** Accepted in a body only if it repeats the current value (D17). */
  readonly readOnly: boolean;
  /** May be missing in a response. */
  readonly optional: boolean;
  readonly nullable: boolean;
  readonly example?: unknown;
  /**
   * When the public does not see the field: always, or while the address, the suburb or the price is hidden (ADR 19).
   */
  readonly withheld?: Withheld;
  /** A value of false hides this data in the whole enclosing object; inside a list item, only in that item. */
  readonly shows?: Hideable;
}

/** Data that an owner may hide. A hidden suburb hides the address as well. */
export type Hideable = 'address' | 'price' | 'suburb';

/** When the public does not see a field. */
export type Withheld = 'always' | Hideable;

/**
 * Whether a value stands for the default. null resets a field to its default (D17), and reads may return the empty
 * value. A field that is not nullable rejects both.
 */
export const meansDefault = (field: FieldDeclaration, value: unknown): boolean =>
  !field.notNullable && (value === null || value === field.kind?.empty || isBlankId(field, value));

/** Whether a value is the empty text of an id field, which stands for no id (`mainWebsiteID` "may be empty"). */
export const isBlankId = (field: FieldDeclaration, value: unknown): boolean =>
  value === '' && field.kind?.empty === null;

/** Whether a JSON value is an object and not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
