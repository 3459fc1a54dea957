import type { ParameterObject, SchemaObject } from '@nestjs/swagger';

/** The notation of an example in a description. */
const SUCH_AS = /Such as `([^`]+)`\.$/;

/** The example of a parameter: its own, the example in its description, or the default. */
export function documentedExample({
  schema,
  description = '',
  example,
}: ParameterObject): string | number | readonly string[] | undefined {
  const { default: usual } = (schema ?? {}) as SchemaObject; // no references
  // Examples are texts, numbers and lists of texts.
  return (example ?? SUCH_AS.exec(description)?.[1] ?? usual) as string | number | readonly string[] | undefined;
}
