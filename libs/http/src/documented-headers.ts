import type { HeaderObject, ReferenceObject } from '@nestjs/swagger';

const text = { type: 'string' as const };

/** Every response header, as the OpenAPI document describes it. */
export const HEADERS = {
  ETag: {
    required: true,
    description: 'Version of this answer. Send it as If-None-Match with the next read, or as If-Match with an update.',
    schema: text,
    example: '"7-x3kQ"',
  },
  ListETag: {
    required: true,
    description: 'Version of this answer. It changes when the answer changes.',
    schema: text,
    example: 'W/"rq1Zk4bT0mUeXc8yWq2n5HsVd7A"',
  },
  DailyListETag: {
    required: true,
    description: 'Version of this answer. It changes when the answer changes, which the start of a UTC day may do.',
    schema: text,
    example: 'W/"rq1Zk4bT0mUeXc8yWq2n5HsVd7A"',
  },
  TimedListETag: {
    description:
      'Version of this answer. It changes when the answer changes. Absent if the parameters, given or by default, make the answer depend on the time of day.',
    schema: text,
    example: 'W/"rq1Zk4bT0mUeXc8yWq2n5HsVd7A"',
  },
  Link: {
    description:
      'Links to the first, previous, next and last page (RFC 8288). When the query is too long for a header, only the next ' +
      'page, or no link.',
    schema: text,
    example: '</api/v1/listings?page=1>; rel="first", </api/v1/listings?page=2>; rel="next"',
  },
  ChangesCursor: {
    description:
      'Cursor for the feed of changes: `/api/v1/changes?since=` with it answers what has changed since this answer. Absent with a key of the scope `public`, which the feed is not open to.',
    schema: text,
    example: 'WzEsImU4N2IwMTUzZmM3MSIsODEyXQ',
  },
  ContentDisposition: {
    required: true,
    description: 'Name of the file in a bundle.',
    schema: text,
    example: 'attachment; filename="listings.ndjson"',
  },
  Location: { description: 'Path of the new resource.', schema: text, example: '/api/v1/websites/12' },
  IdempotentReplayed: {
    description: 'Present when the answer was given before, to a request with the same Idempotency-Key.',
    schema: text,
    example: 'true',
  },
  RateLimitPolicy: {
    description:
      'The rate limit of this request: its name, the number of requests (`q`) and the time window in seconds (`w`). With a ' +
      'public key there are two: `visitor`, of the client address, and `public-key`, of all addresses together. Absent for ' +
      'the operator, who has no limit.',
    schema: text,
    example: '"credential";q=6000;w=60',
  },
  RateLimit: {
    description:
      'The remainder of each rate limit in RateLimit-Policy: requests (`r`), and seconds until the window ends (`t`).',
    schema: text,
    example: '"credential";r=5999;t=60',
  },
  RetryAfter: {
    description: 'Number of seconds to wait before the next request.',
    schema: { type: 'integer' as const },
    example: 5,
  },
} satisfies Record<string, HeaderObject>;

export const headerRef = (name: keyof typeof HEADERS): ReferenceObject => ({ $ref: `#/components/headers/${name}` });
