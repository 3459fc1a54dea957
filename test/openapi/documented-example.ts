import type { ParameterObject, SchemaObject } from '@nestjs/swagger';

/** How a description names an example. */
const SUCH_AS = /Such as `([^`]+)`\.$/;

/** The example of a parameter: its own, or that of its description; else the default. */
export function documentedExample({
  schema,
  description = '',
  example,
}: ParameterObject): string | number | readonly string[] | undefined {
  const { default: usual } = (schema ?? {}) as SchemaObject; // nothing is a reference
  // Examples are texts, numbers and lists of texts.
  return (example ?? SUCH_AS.exec(description)?.[1] ?? usual) as string | number | readonly string[] | undefined;
}
