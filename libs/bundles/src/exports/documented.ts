import { headerRef, Refuses } from '@app/http';
import { TakesQuery } from '@app/lists';
import { answerRef, type Class, Field, flag, tally, type Kind } from '@app/schema';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, type SchemaObject } from '@nestjs/swagger';
import { NDJSON } from './export-format.js';

const always: Kind<boolean> = { ...flag, schema: { type: 'boolean', const: true } as SchemaObject }; // OpenAPI 3.1 has const

/** The last line of an export. */
class ExportEnd {
  @Field(always, 'Always true.', { notNullable: true, example: true }) end: boolean;
  @Field(tally, 'Number of lines before this one.', { notNullable: true, example: 1 }) count: number;
}

/** Documents an export: its filters, and the forms of its lines. */
export const Exports = (query: new () => object, ...lines: readonly Class[]): MethodDecorator =>
  applyDecorators(
    TakesQuery(query),
    ApiOkResponse({
      description:
        'One JSON object in each line; the schema is that of a line. The last line is `ExportEnd`: without it the export is not complete.',
      content: { [NDJSON.mediaType]: { schema: { oneOf: [...lines, ExportEnd].map(answerRef) } } },
      headers: {
        'Content-Disposition': headerRef('ContentDisposition'),
        'Changes-Cursor': headerRef('ChangesCursor'),
      },
    }),
    Refuses('exportUnderWay'),
  );
