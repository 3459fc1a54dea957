import { HEADERS, headerRef } from '@app/http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/** Every answer says how the client stands (draft-ietf-httpapi-ratelimit-headers-08), and when to come back (B22). */
export function describeLimitHeaders(document: OpenAPIObject): void {
  const { responses = {} } = document.components ?? {};
  const own = operationsOf(document).flatMap(({ operation }) => Object.entries(operation.responses));
  for (const [name, response] of [...own, ...Object.entries(responses)]) {
    if (!response || '$ref' in response) continue;
    response.headers = {
      ...response.headers,
      'RateLimit-Policy': headerRef('RateLimitPolicy'),
      RateLimit: headerRef('RateLimit'),
      ...(['TooManyRequests', 'ServiceUnavailable'].includes(name) && { 'Retry-After': headerRef('RetryAfter') }),
    };
  }
  document.components = { ...document.components, headers: HEADERS };
}
