import type { SchemaObject } from '@nestjs/swagger';
import type { Kind } from './kind.js';

/** The schemas of named kinds that the document refers to. */
const referred = new Map<string, SchemaObject>();

/** A reference to a component schema; OpenAPI 3.1 allows other keywords beside it. */
export const schemaRef = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** The schema of a kind for the document: a reference if the kind has a name. */
export function kindSchema({ name, schema, items }: Pick<Kind, 'name' | 'schema' | 'items'>): SchemaObject {
  if (name === undefined) return items ? { ...schema, items: kindSchema(items) } : schema;
  const known = referred.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are called ${name}`);
  referred.set(name, schema);
  return schemaRef(name) as SchemaObject; // a reference may be used wherever a schema may
}

/** The schemas of all named kinds that `kindSchema` has referred to. */
export const kindSchemas = (): Record<string, SchemaObject> => Object.fromEntries(referred);
