import type { ParameterObject } from '@nestjs/swagger';

/** The example of a parameter as the text of a query, a header or a path segment. */
export const documentedExample = ({ example }: ParameterObject): string => String(example);
