import { HttpException } from '@nestjs/common';

/** One fault of a request: the parameter or the field of the body, and a message. */
export type Fault = { parameter: string; message: string } | { field: string; message: string };

export interface ProblemExtras {
  readonly errors?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error that is sent as `application/problem+json` (D9). */
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
  /** An example for the OpenAPI document. */
  readonly sample: () => Problem;
}

type ProblemDetail = { detail: string } & ProblemExtras;

function kind<Args extends unknown[]>(
  status: number,
  code: string,
  title: string,
  describe: (...args: Args) => ProblemDetail,
  ...sample: NoInfer<Args>
): ProblemKind<Args> {
  const make = (...args: Args): Problem => {
    const { detail, ...extras } = describe(...args);
    return new Problem(code, status, title, detail, extras);
  };
  return Object.assign(make, { status, code, title, sample: () => make(...sample) });
}

/** Maximum number of faults in a response. */
const MAX_FAULTS = 100;

/** A single fault becomes the detail itself (B50). */
function faults(errors: readonly Fault[]): ProblemDetail {
  const [only] = errors;
  const first = errors.length > MAX_FAULTS ? `the first ${MAX_FAULTS} are` : 'they are';
  return {
    detail:
      only && errors.length === 1
        ? sentence(only)
        : `The request has ${errors.length} faults; ${first} listed in errors.`,
    errors: errors.slice(0, MAX_FAULTS),
  };
}

/** Formats a fault as a sentence. */
function sentence(fault: Fault): string {
  const subject = 'parameter' in fault ? `Parameter ${fault.parameter || '""'}` : `Field ${fault.field || '""'}`;
  const text = `${subject}: ${fault.message}`;
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

const pairWords = ({ accessKey, label, expiresAt }: { accessKey: string; label: string; expiresAt: Date | null }) =>
  `${accessKey}${label && ` (${label})`}, ${expiresAt ? `ends ${expiresAt.toISOString()}` : 'without an end'}`;

const manySearches = (what: string) => ({ detail: `An account and its sub-accounts may have ${what}.` });

/** The message for a cursor that belongs to another list. */
export const NO_CURSOR_OF_LIST =
  'must be a nextCursor of this list, with these filters and this order, or empty for its start';

/** Every error of the service, by its code. */
export const problems = {
  invalidParameters: kind(400, 'INVALID_PARAMETERS', 'Invalid query parameters', faults, [
    { parameter: 'minbedrooms', message: 'must be a whole number from 0 to 32767' },
  ]),
  invalidCursor: kind(400, 'INVALID_CURSOR', 'Invalid cursor', faults, [
    { parameter: 'cursor', message: NO_CURSOR_OF_LIST },
  ]),
  invalidBody: kind(400, 'INVALID_BODY', 'Invalid body', faults, [
    { field: 'contacts.email.sales', message: 'must be text of at most 300 characters, without NUL' },
  ]),
  invalidIdempotencyKey: kind(400, 'INVALID_IDEMPOTENCY_KEY', 'Invalid idempotency key', () => ({
    detail:
      'Idempotency-Key must be printable ASCII of at most 255 characters, in quotes if it has spaces or any of ",;\\.',
  })),
  unexpectedBody: kind(400, 'UNEXPECTED_BODY', 'Unexpected body', () => ({
    detail: 'This method does not accept a body at this path; send the request without a body.',
  })),
  malformedRequest: kind(
    400,
    'MALFORMED_REQUEST',
    'Malformed request',
    (detail: string) => ({ detail }),
    'The body is not valid JSON: line 1, column 16 has } where a name in double quotes is expected.',
  ),
  unauthenticated: kind(401, 'UNAUTHENTICATED', 'Authentication required', () => ({
    detail: 'Send the headers x-access-key and x-secret-key of a valid credential.',
    headers: { 'WWW-Authenticate': 'ApiKey realm="directory", headers="x-access-key x-secret-key"' },
  })),
  accountDisabled: kind(403, 'ACCOUNT_DISABLED', 'Account disabled', () => ({
    detail: 'The account of this credential is disabled.',
  })),
  forbidden: kind(
    403,
    'FORBIDDEN',
    'Forbidden',
    (detail: string) => ({ detail }),
    'This credential may write its own account, its sub-accounts, and the agents of these.',
  ),
  notFound: kind(404, 'NOT_FOUND', 'Not found', (what: string) => ({ detail: `The ${what} does not exist.` }), 'agent'),
  routeNotFound: kind(404, 'ROUTE_NOT_FOUND', 'Path not found', (similar?: string) => ({
    detail: `The service has no resource at this path; ${similar ? `did you mean ${similar}?` : '/api/v1/openapi.json lists its paths.'}`,
  })),
  methodNotAllowed: kind(
    405,
    'METHOD_NOT_ALLOWED',
    'Method not allowed',
    (allowed: readonly string[], similar?: string) => ({
      detail: `This path supports ${allowed.join(', ')}${similar ? `; did you mean ${similar}?` : '.'}`,
      headers: { Allow: allowed.join(', ') },
    }),
    ['GET', 'HEAD', 'POST'],
  ),
  requestTimeout: kind(408, 'REQUEST_TIMEOUT', 'Request timeout', () => ({
    detail: 'The whole request did not arrive within the time limit.',
  })),
  duplicateAccessKey: kind(409, 'DUPLICATE_ACCESS_KEY', 'Duplicate access key', () => ({
    detail: 'Another credential already has this accessKey.',
  })),
  tooManyCredentials: kind(
    409,
    'TOO_MANY_CREDENTIALS',
    'Too many credentials',
    (scope: string, pairs: readonly { accessKey: string; label: string; expiresAt: Date | null }[]) => ({
      detail: `The account has ${pairs.length} key pairs of the scope ${scope}: ${pairs.map(pairWords).join('; ')}. Delete one of them, or wait until one ends.`,
    }),
    'full',
    [
      { accessKey: 'adk_Example1', label: '', expiresAt: new Date('2026-03-07T22:30:00.000Z') },
      { accessKey: 'adk_Example2', label: 'CRM', expiresAt: null },
    ],
  ),
  tooManySearches: kind(409, 'TOO_MANY_SEARCHES', 'Too many searches', manySearches, '10000 saved searches'),
  lastCredential: kind(409, 'LAST_CREDENTIAL', 'Last credential', () => ({
    detail:
      'It is the only key pair of the scope full that has no end, and an account has at least one. Create another one first; when there are two, "expiresOld": "0s" ends the older one at once to make room.',
  })),
  duplicateSlug: kind(409, 'DUPLICATE_SLUG', 'Duplicate slug', () => ({
    detail: 'Another agent of the account already has this slug.',
  })),
  subAccountsExist: kind(
    409,
    'SUB_ACCOUNTS_EXIST',
    'Account has sub-accounts',
    (ids: readonly number[]) => ({
      detail: `Delete these sub-accounts, or move them to another account, first: ${ids.join(', ')}.`,
    }),
    [31, 32],
  ),
  idempotencyKeyInUse: kind(409, 'IDEMPOTENCY_KEY_IN_USE', 'Idempotency key in use', () => ({
    detail: 'Another request with this Idempotency-Key has not ended yet; repeat this one later.',
    headers: { 'Retry-After': '1' },
  })),
  cursorExpired: kind(
    410,
    'CURSOR_EXPIRED',
    'Cursor expired',
    (resync: string) => ({
      detail: 'Changes after this cursor are no longer kept: read everything again, and follow from there.',
      headers: { Link: `<${resync}>; rel="resync"` },
    }),
    '/api/v1/export/listings.ndjson',
  ),
  preconditionFailed: kind(
    412,
    'PRECONDITION_FAILED',
    'Precondition failed',
    (header: 'If-Match' | 'If-None-Match') => ({
      detail:
        header === 'If-Match'
          ? 'If-Match does not name the current version of the resource; read it again and repeat the request.'
          : 'If-None-Match names the current version of the resource, or any: nothing was changed.',
    }),
    'If-Match',
  ),
  bodyTooLarge: kind(
    413,
    'BODY_TOO_LARGE',
    'Body too large',
    (megabytes?: number) => ({ detail: `A body must not be larger than ${megabytes ?? 1} MB.` }),
    1,
  ),
  unsupportedMediaType: kind(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Unsupported media type',
    (types: string = 'application/json in UTF-8, without compression', codings: string = 'identity') => ({
      detail: `Send the body as ${types}.`,
      headers: { 'Accept-Encoding': codings },
    }),
  ),
  idempotencyKeyReused: kind(422, 'IDEMPOTENCY_KEY_REUSED', 'Idempotency key reused', () => ({
    detail: 'This Idempotency-Key was used for a request with another path or body; send another key.',
  })),
  tooManyRequests: kind(
    429,
    'TOO_MANY_REQUESTS',
    'Too many requests',
    (seconds: number) => ({
      detail: `The rate limit is reached; try again in ${seconds} s.`,
      headers: { 'Retry-After': String(seconds) },
    }),
    12,
  ),
  exportUnderWay: kind(
    429,
    'EXPORT_UNDER_WAY',
    'Export under way',
    (seconds: number) => ({
      detail: `This credential has an export under way, and may have one at a time; try again in ${seconds} s.`,
      headers: { 'Retry-After': String(seconds) },
    }),
    10,
  ),
  replayUnderWay: kind(429, 'REPLAY_UNDER_WAY', 'Replay under way', () => ({
    detail: 'The hook has a replay under way, and may have one at a time; try again in 30 s.',
    headers: { 'Retry-After': '30' },
  })),
  tooManyStreams: kind(
    429,
    'TOO_MANY_STREAMS',
    'Too many streams',
    (most: number) => ({
      detail: `A main account and its sub-accounts may have ${most} streams open together, and these do; close one of them.`,
      headers: { 'Retry-After': '30' },
    }),
    100,
  ),
  tooManyFeeds: kind(
    429,
    'TOO_MANY_FEEDS',
    'Too many feeds',
    (most: number) => ({
      detail: `The main account and its sub-accounts have ${most} feeds that arrive or wait for their import; send the next one when one of them has ended.`,
      headers: { 'Retry-After': '30' },
    }),
    20,
  ),
  tooManyEnquiries: kind(
    429,
    'TOO_MANY_ENQUIRIES',
    'Too many enquiries',
    (limit: string, seconds: number) => ({
      detail: `${limit}; try again in ${seconds} s.`,
      headers: { 'Retry-After': String(seconds) },
    }),
    'An address may send 10 enquiries an hour',
    2_400,
  ),
  headersTooLarge: kind(431, 'HEADERS_TOO_LARGE', 'Request headers too large', () => ({
    detail: 'The request line and the headers must not be larger than 16 kB together.',
  })),
  internal: kind(
    500,
    'INTERNAL_ERROR',
    'Internal server error',
    (cause: unknown) => ({
      detail: 'The service failed; its log has the cause under the requestId.',
      cause,
    }),
    undefined,
  ),
  unavailable: kind(
    503,
    'UNAVAILABLE',
    'Service unavailable',
    (cause: unknown) => ({
      detail: 'The service cannot answer at the moment; try again later.',
      headers: { 'Retry-After': '5' },
      cause,
    }),
    undefined,
  ),
};
