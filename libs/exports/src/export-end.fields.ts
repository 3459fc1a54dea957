import { Field, flag, tally, type Kind } from '@app/schema';
import type { SchemaObject } from '@nestjs/swagger';

const always: Kind<boolean> = { ...flag, schema: { type: 'boolean', const: true } as SchemaObject }; // OpenAPI 3.1 has const

/** The last line of an export. */
export class ExportEnd {
  @Field(always, 'Always true.', { notNullable: true, example: true }) end: boolean;
  @Field(tally, 'Number of lines before this one.', { notNullable: true, example: 1 }) count: number;
}
