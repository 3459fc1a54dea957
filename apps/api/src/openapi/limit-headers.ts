import type { OpenAPIObject, ReferenceObject, ResponseObject } from '@nestjs/swagger';

const text = { type: 'string' as const };

const HEADERS = {
  RateLimitPolicy: {
    description:
      'The limit that this request counts for: its name, requests (`q`) in any seconds (`w`); none for the operator',
    schema: text,
    example: '"credential";q=6000;w=60',
  },
  RateLimit: {
    description: 'What is left of it: requests (`r`), until so many seconds (`t`) have passed',
    schema: text,
    example: '"credential";r=5999;t=60',
  },
  RetryAfter: { description: 'The seconds after which to try again', schema: { type: 'integer' as const } },
};

const ref = (name: keyof typeof HEADERS): ReferenceObject => ({ $ref: `#/components/headers/${name}` });

/** Every answer says how the client stands (draft-ietf-httpapi-ratelimit-headers-08), and when to come back (B22). */
export function describeLimitHeaders(document: OpenAPIObject): void {
  document.components = { ...document.components, headers: HEADERS };
  for (const item of Object.values(document.paths)) {
    for (const operation of [item.get, item.put, item.post, item.delete]) {
      for (const [status, response] of Object.entries(operation?.responses ?? {})) {
        const { headers } = response as ResponseObject; // operations hold no references to answers
        (response as ResponseObject).headers = {
          ...headers,
          'RateLimit-Policy': ref('RateLimitPolicy'),
          RateLimit: ref('RateLimit'),
          ...(['429', '503'].includes(status) ? { 'Retry-After': ref('RetryAfter') } : {}),
        };
      }
    }
  }
}
