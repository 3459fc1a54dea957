import type { OpenAPIObject, SchemaObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/**
 * Path and required parameters show their examples as their own: forms fill them in, so that a request can be sent as it
 * is. Decorators of @nestjs/swagger keep an example only in the schema.
 */
export function showExamples(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) {
      if (!('in' in parameter) || !parameter.schema || !('examples' in parameter.schema)) continue;
      const { examples, ...schema } = parameter.schema as SchemaObject & { examples: unknown[] };
      [parameter.example] = examples;
      parameter.schema = schema;
    }
  }
}
