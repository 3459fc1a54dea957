import { HEADERS, headerRef } from '@app/http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/**
 * Adds the rate limit headers (draft-ietf-httpapi-ratelimit-headers-08), and `Retry-After` where a client must wait
 * (B22).
 */
export function describeLimitHeaders(document: OpenAPIObject): void {
  const { responses = {} } = document.components ?? {};
  const own = operationsOf(document).flatMap(({ operation }) => Object.entries(operation.responses));
  for (const [name, response] of [...own, ...Object.entries(responses)]) {
    if (!response || '$ref' in response) continue;
    response.headers = {
      ...response.headers,
      'RateLimit-Policy': headerRef('RateLimitPolicy'),
      RateLimit: headerRef('RateLimit'),
      ...(/(Conflict|TooManyRequests|ServiceUnavailable)$/.test(name) && {
        'Retry-After': headerRef('RetryAfter'),
      }),
    };
  }
  document.components = { ...document.components, headers: HEADERS };
}
