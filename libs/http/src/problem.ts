import { HttpException } from '@nestjs/common';

/** One fault of a request: the parameter, or the field of the body, and what is wrong with it. */
export type Fault = { parameter: string; message: string } | { field: string; message: string };

export interface ProblemExtras {
  readonly errors?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error that is answered as `application/problem+json` (D9). */
export class Problem extends HttpException {
  constructor(
    readonly code: string,
    status: number,
    readonly title: string,
    readonly detail: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail, status, { cause: extras.cause });
  }
}

interface ProblemKind<Args extends unknown[]> {
  (...args: Args): Problem;
  readonly status: number;
  readonly code: string;
  readonly title: string;
}

type Telling = { detail: string } & ProblemExtras;

function kind<Args extends unknown[]>(
  status: number,
  code: string,
  title: string,
  tell: (...args: Args) => Telling,
): ProblemKind<Args> {
  const make = (...args: Args): Problem => {
    const { detail, ...extras } = tell(...args);
    return new Problem(code, status, title, detail, extras);
  };
  return Object.assign(make, { status, code, title });
}

/** How many faults an answer names. */
const MAX_FAULTS = 100;

function faults(errors: readonly Fault[]): Telling {
  const count = errors.length === 1 ? 'One thing is' : `${errors.length} things are`;
  const more = errors.length > MAX_FAULTS ? `, and ${errors.length - MAX_FAULTS} more` : '';
  return {
    detail: `${count} wrong with the request; see errors${more}.`,
    errors: errors.slice(0, MAX_FAULTS),
  };
}

/** Every error that the service answers with: the one table of codes. */
export const problems = {
  invalidParameters: kind(400, 'INVALID_PARAMETERS', 'Invalid query parameters', faults),
  invalidBody: kind(400, 'INVALID_BODY', 'Invalid body', faults),
  unexpectedBody: kind(400, 'UNEXPECTED_BODY', 'Unexpected body', () => ({
    detail: 'This method of this path takes no body; send the request without one.',
  })),
  malformedRequest: kind(400, 'MALFORMED_REQUEST', 'Malformed request', (detail: string) => ({ detail })),
  unauthenticated: kind(401, 'UNAUTHENTICATED', 'Authentication required', () => ({
    detail: 'Send the headers x-access-key and x-secret-key of a known credential.',
    headers: { 'WWW-Authenticate': 'ApiKey realm="directory", headers="x-access-key x-secret-key"' },
  })),
  accountDisabled: kind(403, 'ACCOUNT_DISABLED', 'Account disabled', () => ({
    detail: 'The account of this credential is switched off.',
  })),
  forbidden: kind(403, 'FORBIDDEN', 'Refused', (detail: string) => ({ detail })),
  notFound: kind(404, 'NOT_FOUND', 'Not found', (what: string) => ({ detail: `There is no such ${what}.` })),
  routeNotFound: kind(404, 'ROUTE_NOT_FOUND', 'No such path', () => ({
    detail: 'Nothing is served at this path; the paths are listed at /api/v1/openapi.json.',
  })),
  methodNotAllowed: kind(405, 'METHOD_NOT_ALLOWED', 'Method not allowed', (allowed: readonly string[]) => ({
    detail: `This path takes ${allowed.join(', ')}.`,
    headers: { Allow: allowed.join(', ') },
  })),
  requestTimeout: kind(408, 'REQUEST_TIMEOUT', 'Request took too long', () => ({
    detail: 'The request did not arrive as a whole in the time that it has.',
  })),
  duplicateAccessKey: kind(409, 'DUPLICATE_ACCESS_KEY', 'Access key in use', () => ({
    detail: 'Another credential has this accessKey.',
  })),
  duplicateSlug: kind(409, 'DUPLICATE_SLUG', 'Slug in use', () => ({ detail: 'Another agent has this slug.' })),
  subAccountsExist: kind(409, 'SUB_ACCOUNTS_EXIST', 'Account has sub-accounts', (ids: readonly number[]) => ({
    detail: `Delete or move its sub-accounts first: ${ids.join(', ')}.`,
  })),
  preconditionFailed: kind(412, 'PRECONDITION_FAILED', 'Changed meanwhile', () => ({
    detail: 'If-Match does not name the current version; read the resource again.',
  })),
  bodyTooLarge: kind(413, 'BODY_TOO_LARGE', 'Body too large', () => ({ detail: 'A body may have at most 1 MB.' })),
  unsupportedMediaType: kind(415, 'UNSUPPORTED_MEDIA_TYPE', 'Unsupported content type', () => ({
    detail: 'Send the body as application/json in UTF-8, not compressed.',
    headers: { 'Accept-Encoding': 'identity' },
  })),
  tooManyRequests: kind(429, 'TOO_MANY_REQUESTS', 'Too many requests', (seconds: number) => ({
    detail: `The limit is reached; try again in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  })),
  headersTooLarge: kind(431, 'HEADERS_TOO_LARGE', 'Request headers too large', () => ({
    detail: 'The request line and the headers may have at most 16 kB together.',
  })),
  internal: kind(500, 'INTERNAL_ERROR', 'Unexpected error', (cause: unknown) => ({
    detail: 'The service failed; the request id finds the cause in its log.',
    cause,
  })),
  unavailable: kind(503, 'UNAVAILABLE', 'Temporarily unavailable', (cause: unknown) => ({
    detail: 'The database cannot answer now.',
    headers: { 'Retry-After': '5' },
    cause,
  })),
};
