import type { OpenAPIObject, SchemaObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/**
 * Path and required parameters show their examples as their own: forms fill them in, so that a request can be sent as it is. The
 * examples of all others are those of their schemas, which forms leave empty.
 */
export function showExamples(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) {
      if (!('in' in parameter) || !parameter.required || !parameter.schema) continue;
      const { items, ...schema } = parameter.schema as SchemaObject & { items?: SchemaObject }; // no reference has examples
      const [example] = ((items ?? schema).examples as string[]) ?? []; // those of texts
      if (example !== undefined) parameter.example = items ? example.split(',') : example;
    }
  }
}
