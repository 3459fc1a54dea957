import type { OpenAPIObject } from '@nestjs/swagger';

type Tree = Record<string, unknown>;

/** Resolves a reference. */
export function resolved<T extends object>(document: OpenAPIObject, value: T | { $ref: string }): T {
  if (!('$ref' in value)) return value;
  const path = value.$ref.split('/').slice(1);
  const found = path.reduce<unknown>((at, name) => (at as Tree | undefined)?.[name], document);
  if (found === undefined) throw new Error(`The document has no ${value.$ref}`);
  return found as T; // the caller knows its type from the place
}

/**
 * Resolves all references in a part of the document, and merges compositions: the properties of `allOf` become one
 * schema, and an `anyOf` of a schema, the empty text and null becomes one schema with several types.
 */
export function dereferenced<T extends object>(document: OpenAPIObject, part: T): T {
  return plain(part) as T; // it keeps the shape

  function plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...own } = value as Tree;
    const rest = Object.fromEntries(Object.entries(own).map(([name, inner]) => [name, plain(inner)]));
    const whole = typeof $ref === 'string' ? { ...(plain(resolved(document, { $ref })) as Tree), ...rest } : rest;
    return widened(composed(whole));
  }
}

/** Adds the properties of all schemas that it is composed of. */
function composed({ allOf, unevaluatedProperties, ...schema }: Tree): Tree {
  if (!Array.isArray(allOf)) return schema;
  const parts = [...(allOf as Tree[]), schema];
  const required = parts.flatMap((part) => (part['required'] as string[] | undefined) ?? []);
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Tree,
    ...(required.length > 0 && { required }),
    ...(unevaluatedProperties === false && { additionalProperties: false }),
  };
}

/** A schema with the types of all alternatives. Their other keywords apply only to values of their own type. */
function widened({ anyOf, ...schema }: Tree): Tree {
  if (!Array.isArray(anyOf)) return schema;
  const all = anyOf as Tree[];
  // Different variants of an answer stay separate.
  if (all.every(({ type }) => type === 'object')) return { ...schema, anyOf };
  const takesBlank = all.some((one) => one['const'] === '');
  const takesNull = all.some((one) => one['type'] === 'null');
  const types = all.flatMap((one) => one['type'] ?? 'string');
  const { const: _, ...merged } = Object.assign({}, ...all) as Tree;
  const choices = merged['enum'] as unknown[] | undefined;
  return {
    ...merged,
    ...schema,
    type: [...new Set(types)],
    ...(choices && { enum: [...choices, ...(takesBlank ? [''] : []), ...(takesNull ? [null] : [])] }),
    ...(takesBlank && !choices && { maxLength: 0 }),
  };
}
