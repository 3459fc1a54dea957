import { headerRef } from '@app/http';
import { IDEMPOTENCY_KEY } from '@app/writes';
import type { OpenAPIObject, ParameterObject } from '@nestjs/swagger';

const PARAMETER: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text that is new for each request, such as a UUID, with or without quotes (draft-ietf-httpapi-idempotency-key-header-07). ' +
    'Repeated with it within 24 hours, because no answer came, the request is not made again: the answer is that of the first ' +
    'one. A request that failed was not made: it may be repeated with the same key, also corrected.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY },
};

/** Every POST takes `Idempotency-Key` (B24), and says when its answer was given before. */
export function describeIdempotentPosts(document: OpenAPIObject): void {
  for (const { post } of Object.values(document.paths)) {
    if (!post) continue;
    post.parameters = [...(post.parameters ?? []), PARAMETER];
    for (const [status, response] of Object.entries(post.responses)) {
      if (!status.startsWith('2') || !response || '$ref' in response) continue;
      response.headers = { ...response.headers, 'Idempotent-Replayed': headerRef('IdempotentReplayed') };
    }
  }
}

/** Whether an operation takes the key. */
export const takesIdempotencyKey = (parameters: readonly object[]): boolean => parameters.includes(PARAMETER);
