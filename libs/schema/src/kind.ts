import type { SchemaObject } from '@nestjs/swagger';

/**
 * A type of value: its JSON Schema, its check, its description and its empty value in one place. Bodies, bundle lines
 * and query parameters consist of kinds; validation, OpenAPI and defaults are derived from them.
 */
export interface Kind<T = unknown> {
  /**
   * The name of its schema among the components of the OpenAPI document; without a name the schema is written inline.
   */
  readonly name?: string;
  /** JSON Schema (2020-12) of the value in JSON: exactly what `accepts` accepts. */
  readonly schema: SchemaObject;
  /** For an array: the kind of its items. */
  readonly items?: Kind;
  /**
   * Schema and description of a query parameter, if it accepts other values than a body (D4): exactly what `parse`
   * accepts.
   */
  readonly query?: Pick<Kind, 'name' | 'schema' | 'wants'>;
  /** Completes the sentence "NAME must be ...". */
  readonly wants: string;
  /** The value of a field that was never given (D16); `undefined`: the field is left out. */
  readonly empty: T | null | undefined;
  /** A value for examples in the document, unless the field gives one. */
  readonly example?: unknown;
  accepts(value: unknown): boolean;
  /** Parses the text of a query parameter; `undefined` when it is not of this kind. */
  parse(text: string): T | undefined;
  /** What is wrong with a text that does not parse, where that can be said better than by `wants`. */
  readonly faultOf?: (text: string) => string | undefined;
}

/** A kind whose schema is a component of the OpenAPI document, `#/components/schemas/NAME`, with these words. */
export const named = <T>(name: string, description: string, kind: Kind<T>): Kind<T> => ({
  ...kind,
  name,
  schema: { description, ...kind.schema },
});
