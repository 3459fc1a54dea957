import type { SchemaObject } from '@nestjs/swagger';

/**
 * A type of value: its JSON Schema, check, description and empty value. Bodies, bundle lines and query parameters
 * consist of kinds; validation, OpenAPI and defaults are derived from them.
 */
export interface Kind<T = unknown> {
  /** The name of its component schema in the OpenAPI document; a schema without a name is written inline. */
  readonly name?: string;
  /** JSON Schema (2020-12) of the value. It accepts exactly the values that `accepts` accepts. */
  readonly schema: SchemaObject;
  /** The kind of the items, for an array. */
  readonly items?: Kind;
  /**
   * Schema and description of a query parameter, if it accepts other values than a body (D4). It accepts exactly the
   * texts that `parse` accepts.
   */
  readonly query?: Pick<Kind, 'name' | 'schema' | 'wants'>;
  /** Completes the sentence "NAME must be ...". */
  readonly wants: string;
  /** The value of a field that was never given (D16); `undefined`: the field is absent. */
  readonly empty: T | null | undefined;
  /** An example value, unless the field declares one. */
  readonly example?: unknown;
  accepts(value: unknown): boolean;
  /** Parses the text of a query parameter; `undefined` for invalid text. */
  parse(text: string): T | undefined;
  /** A message for an invalid text that is more specific than `wants`. */
  readonly faultOf?: (text: string) => string | undefined;
  /** Whether surrounding spaces of a given text are removed. */
  readonly isTrimmed?: boolean;
}

/** A kind of texts whose surrounding spaces, which copied texts and autofill add, are removed. */
export const trimmed = <T>(kind: Kind<T>): Kind<T> => ({ ...kind, isTrimmed: true });

/** A given value as it is checked and stored. Spaces count for the maximum length, as in the schema. */
export function trimmedValue(kind: Kind, value: unknown): unknown {
  const { isTrimmed, items, schema } = kind;
  if (items?.isTrimmed && Array.isArray(value)) return value.map((item: unknown) => trimmedValue(items, item));
  const isShort = typeof value === 'string' && value.length <= (schema.maxLength ?? Infinity);
  return isTrimmed && isShort ? value.trim() : value;
}

/** The message for an invalid value: a text that completes "NAME ...". */
export function faultIn(kind: Kind, value: unknown): string {
  const bad: unknown = Array.isArray(value) ? value.find((item) => !kind.items?.accepts(item)) : value;
  const { faultOf } = bad === value ? kind : (kind.items ?? {});
  return (typeof bad === 'string' ? faultOf?.(bad) : undefined) ?? `must be ${kind.wants}`;
}

/** A kind whose schema is a component of the OpenAPI document, `#/components/schemas/NAME`, with a description. */
export const named = <T>(name: string, description: string, kind: Kind<T>): Kind<T> => ({
  ...kind,
  name,
  schema: { description, ...kind.schema },
});
