import { headerRef, Refuses } from '@app/http';
import { TakesQuery } from '@app/lists';
import { answerRef, type Class, Field, flag, tally, type Kind } from '@app/schema';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, type SchemaObject } from '@nestjs/swagger';
import { NDJSON } from './export-format.js';

// OpenAPI 3.1 has const.
const always: Kind<boolean> = { ...flag, schema: { type: 'boolean', const: true } as SchemaObject };

/** The last line of an export. */
class ExportEnd {
  @Field(always, 'Always true.', { notNullable: true, example: true }) end: boolean;
  @Field(tally, 'Number of lines before this one.', { notNullable: true, example: 1 }) count: number;
}

/** Documents an export: its filters, and the schemas of its lines. */
export const Exports = (query: new () => object, ...lines: readonly Class[]): MethodDecorator =>
  applyDecorators(
    TakesQuery(query),
    ApiOkResponse({
      description:
        'One JSON object per line, with this schema. The last line is `ExportEnd`; without it, the export is incomplete.',
      content: { [NDJSON.mediaType]: { schema: { oneOf: [...lines, ExportEnd].map(answerRef) } } },
      headers: {
        'Content-Disposition': headerRef('ContentDisposition'),
        'Changes-Cursor': headerRef('ChangesCursor'),
      },
    }),
    Refuses('exportUnderWay'),
  );
