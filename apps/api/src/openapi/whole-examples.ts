import { componentExamples } from '@app/schema';
import type { OpenAPIObject, ReferenceObject, RequestBodyObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/** Adds a complete example to every body and response, as a component with the name of its schema. */
export function describeExamples(document: OpenAPIObject): void {
  const values = componentExamples();
  for (const { operation } of operationsOf(document)) {
    for (const part of [operation.requestBody, ...Object.values(operation.responses)]) addExample(part, values);
  }
  const examples = Object.entries(values).map(([name, value]) => [name, { value }] as const);
  document.components = { ...document.components, examples: Object.fromEntries(examples) };
}

function addExample(
  part: RequestBodyObject | ResponseObject | ReferenceObject | undefined,
  values: Readonly<Record<string, unknown>>,
): void {
  if (!part || !('content' in part)) return;
  for (const [type, media] of Object.entries(part.content ?? {})) {
    // A body that is no JSON has its own example, by its type.
    const own = media.examples?.[type];
    if (own) media.examples = { [type]: own };
    const forms = formsOf(media.schema ?? {});
    const names = forms.flatMap((form) => ('$ref' in form ? (form.$ref.split('/').at(-1) ?? []) : []));
    const known = names.filter((name) => name in values);
    if (known.length === 0) continue;
    media.examples = Object.fromEntries(known.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
  }
}

/** The forms that a body may have. */
const formsOf = (schema: SchemaObject | ReferenceObject): (SchemaObject | ReferenceObject)[] =>
  ('oneOf' in schema && schema.oneOf) || ('anyOf' in schema && schema.anyOf) || [schema];
