import type { SchemaObject } from '@nestjs/swagger';

/**
 * What a value is: its JSON Schema, its test, its words and its empty form, in one place. Bodies, bundle lines and
 * query parameters are made of kinds; validation, OpenAPI and defaults derive from them.
 */
export interface Kind<T = unknown> {
  /** The name of its schema among the components of the OpenAPI document; without one the schema stands where it is used. */
  readonly name?: string;
  /** JSON Schema (2020-12) of the value on the wire: exactly what `accepts` accepts. */
  readonly schema: SchemaObject;
  /** Of an array: the kind of each item. */
  readonly items?: Kind;
  /** Schema and words of a query parameter, where it takes other values than a body (D4): exactly what `parse` reads. */
  readonly query?: Pick<Kind, 'name' | 'schema' | 'wants'>;
  /** Completes the sentence "NAME must be ...". */
  readonly wants: string;
  /** The value of a leaf that was never given (D16); `undefined`: such a leaf is left out. */
  readonly empty: T | null | undefined;
  /** A value for the examples of the document, where a field gives none. */
  readonly example?: unknown;
  accepts(value: unknown): boolean;
  /** Reads the text of a query parameter; `undefined` when it isn't of this kind. */
  parse(text: string): T | undefined;
}

/** A kind whose schema is a component of the OpenAPI document, `#/components/schemas/NAME`. */
export const named = <T>(name: string, kind: Kind<T>): Kind<T> => ({ ...kind, name });
