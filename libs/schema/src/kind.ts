import type { SchemaObject } from '@nestjs/swagger';

/**
 * What a value is: its JSON Schema, its test, its words and its empty form, in one place. Bodies, bundle lines and
 * query parameters are made of kinds; validation, OpenAPI and defaults derive from them.
 */
export interface Kind<T = unknown> {
  /** JSON Schema (2020-12) of the value on the wire: exactly what `accepts` accepts. */
  readonly schema: SchemaObject;
  /** Schema and words of a query parameter, where it takes other values than a body (D4): exactly what `parse` reads. */
  readonly query?: { readonly schema: SchemaObject; readonly wants: string };
  /** Completes the sentence "NAME must be ...". */
  readonly wants: string;
  /** The value of a leaf that was never given (D16); `undefined`: such a leaf is left out. */
  readonly empty: T | null | undefined;
  accepts(value: unknown): boolean;
  /** Reads the text of a query parameter; `undefined` when it isn't of this kind. */
  parse(text: string): T | undefined;
}
