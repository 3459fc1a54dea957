import type { Kind } from './kind.js';

export type Class<T extends object = object> = new () => T;

/** One declared field of a representation or a body. */
export interface FieldDeclaration {
  readonly name: string;
  readonly description: string;
  /** What a leaf holds; absent for an object or a list of objects. */
  readonly kind?: Kind;
  /** The class of a nested object, or of each item of a list of objects. */
  readonly of?: () => Class;
  readonly many: boolean;
  /** How many objects a list of objects may have. */
  readonly max: number;
  /** Refuses null: the field has no default to go back to. */
  readonly notNullable: boolean;
  /** Accepted in a body only when it repeats the current value (D17). */
  readonly readOnly: boolean;
  /** May be missing from an answer. */
  readonly optional: boolean;
  readonly nullable: boolean;
  readonly example?: unknown;
}

/** null puts a leaf back to its default (D17), and a read may answer its empty form: only a field that is not nullable refuses these. */
export const meansDefault = (field: FieldDeclaration, value: unknown): boolean =>
  !field.notNullable && (value === null || value === field.kind?.empty || isBlankId(field, value));

/** The empty text stands for no id (`mainWebsiteID` "may be empty"). */
export const isBlankId = (field: FieldDeclaration, value: unknown): boolean =>
  value === '' && field.kind?.empty === null;

/** Whether a value of JSON is an object, and no array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
