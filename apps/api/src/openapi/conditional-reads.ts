import type { OpenAPIObject } from '@nestjs/swagger';

/** A read that answers an ETag answers 304 to whoever has that version. */
export function describeConditionalReads(document: OpenAPIObject): void {
  for (const { get } of Object.values(document.paths)) {
    const read = get?.responses['200'];
    if (!get || !read || !('headers' in read) || !read.headers?.ETag) continue;
    get.responses['304'] = { description: 'Not modified: `If-None-Match` names the current answer' };
    const schema = { type: 'string' as const };
    const description = 'The ETag of the answer that the client has; the same answer is 304';
    get.parameters = [
      ...(get.parameters ?? []),
      { name: 'If-None-Match', in: 'header', required: false, description, schema },
    ];
  }
}
