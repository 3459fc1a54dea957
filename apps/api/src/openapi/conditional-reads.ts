import { headerRef, IF_MATCH } from '@app/http';
import type { OpenAPIObject, ReferenceObject } from '@nestjs/swagger';

/** Single resources have the header component `ETag`, lists those of weak tags. */
const isStrong = (header: object): boolean => '$ref' in header && header.$ref === headerRef('ETag').$ref;

const NOT_MODIFIED: ReferenceObject = { $ref: '#/components/responses/NotModified' };

/**
 * A read with an ETag also has a 304 response, for clients that have this version. Single resources take `If-Match`: it
 * never matches the weak ETags of lists.
 */
export function describeConditionalReads(document: OpenAPIObject): void {
  for (const { get } of Object.values(document.paths)) {
    const read = get?.responses['200'];
    if (!get || !read || !('headers' in read) || !read.headers?.ETag) continue;
    get.responses['304'] = NOT_MODIFIED;
    get.parameters = [
      ...(get.parameters ?? []),
      {
        name: 'If-None-Match',
        in: 'header',
        required: false,
        description:
          'ETag of the answer that the client has. When it is still the current one, the answer is 304 without a body.',
        schema: { type: 'string' },
      },
      ...(isStrong(read.headers.ETag) ? [IF_MATCH] : []),
    ];
  }
  const description =
    'Not modified: the client has the current version, as If-None-Match says. The answer has no body.';
  document.components = {
    ...document.components,
    responses: { ...document.components?.responses, NotModified: { description } },
  };
}
