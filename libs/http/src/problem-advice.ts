import { problems } from './problem.js';

/** The entry of a problem in the error catalogue. */
export interface ProblemAdvice {
  /** When it occurs. */
  readonly meaning: string;
  /** The remedy for the client. */
  readonly remedy: string;
}

/** The meaning and remedy of each problem (B50). */
export const problemAdvice: Readonly<Record<keyof typeof problems, ProblemAdvice>> = {
  invalidParameters: {
    meaning: 'A query parameter is unknown, has a value that it does not take, or is missing.',
    remedy: 'Correct every parameter that `errors` lists. A misspelt name has a suggestion.',
  },
  invalidCursor: {
    meaning: 'The cursor is not from this list, or its filters or order have changed.',
    remedy: 'Start again with an empty cursor, and repeat each `nextCursor` unchanged with the same parameters.',
  },
  invalidBody: {
    meaning: 'A field of the body is unknown, has a value that it does not take, or is missing.',
    remedy: 'Correct every field that `errors` lists. Nothing was written.',
  },
  invalidIdempotencyKey: {
    meaning: 'The header `Idempotency-Key` cannot be read.',
    remedy: 'Send a new random key for each new request, such as a UUID.',
  },
  unexpectedBody: {
    meaning: 'The request has a body where none is read.',
    remedy: 'Send it without a body. A POST may also send `{}`.',
  },
  malformedRequest: {
    meaning: 'The request is not valid HTTP, or its body is not valid JSON.',
    remedy: 'The detail names line and column of invalid JSON. Let a library write the JSON.',
  },
  unauthenticated: {
    meaning: 'The keys are missing, wrong or expired.',
    remedy: 'Send both headers, `x-access-key` and `x-secret-key`, of one key pair that is in force.',
  },
  accountDisabled: {
    meaning: 'The keys are right, and the account is disabled.',
    remedy: 'Ask the operator of the service to enable the account.',
  },
  forbidden: {
    meaning: 'The credential may not read or write this.',
    remedy: 'Use a pair of the scope that the detail names, or of the account that owns the resource.',
  },
  notFound: {
    meaning: 'The resource does not exist, or the credential may not see it.',
    remedy: 'Check the identifier in the path.',
  },
  routeNotFound: {
    meaning: 'No operation has this path.',
    remedy: 'Compare the path with the documentation. Paths are case-sensitive.',
  },
  methodNotAllowed: {
    meaning: 'The path exists, and does not support the method.',
    remedy: 'Use a method of the header `Allow`.',
  },
  requestTimeout: {
    meaning: 'The request arrived too slowly.',
    remedy: 'Send it again. The header `Content-Length` must equal the length of the body.',
  },
  duplicateAccessKey: {
    meaning: 'Another credential has the same access key.',
    remedy: 'Leave `accessKey` out, so that a new one is generated.',
  },
  tooManyCredentials: {
    meaning: 'The account has as many key pairs of this scope as it may have.',
    remedy: 'Delete one of the pairs that the detail lists, or wait until one ends.',
  },
  tooManySearches: {
    meaning:
      'The account with its main account and sub-accounts has as many saved searches as it may have, or as many without a place, an account, an agent or an id.',
    remedy: 'Delete searches that nobody reads any more, or add a place to the query.',
  },
  lastCredential: {
    meaning: 'The pair is the last one with which the account can write.',
    remedy: 'Create another pair of the scope full first.',
  },
  duplicateSlug: {
    meaning: 'Another agent of the account has the same slug.',
    remedy: 'Choose another slug.',
  },
  subAccountsExist: {
    meaning: 'The account has sub-accounts, and cannot be deleted or become a sub-account.',
    remedy: 'Delete or move the sub-accounts that the detail lists first.',
  },
  idempotencyKeyInUse: {
    meaning: 'A request with the same `Idempotency-Key` has not ended yet.',
    remedy: 'Wait for the seconds of `Retry-After`, and repeat the request.',
  },
  cursorExpired: {
    meaning: 'The changes after the cursor are no longer kept.',
    remedy: 'Read everything again from the link with `rel="resync"`, and follow from there.',
  },
  preconditionFailed: {
    meaning: 'The resource has changed since it was read.',
    remedy: 'Read it again, apply the change to the new version, and send its `ETag` as `If-Match`.',
  },
  bodyTooLarge: {
    meaning: 'The body is larger than the operation takes.',
    remedy: 'Send less at a time.',
  },
  unsupportedMediaType: {
    meaning: 'The body has another type or encoding than the operation reads.',
    remedy: 'Send the `Content-Type` that the detail names, in UTF-8 and without compression.',
  },
  idempotencyKeyReused: {
    meaning: 'The `Idempotency-Key` was used for another request.',
    remedy: 'Send a new key with each new request, and the same key only when a request is repeated unchanged.',
  },
  tooManyRequests: {
    meaning: 'The credential, or the address, has used up its requests for the moment.',
    remedy:
      'Wait for the seconds of `Retry-After`. The header `RateLimit` of each response has the requests that are left.',
  },
  exportUnderWay: {
    meaning: 'The credential reads an export already.',
    remedy: 'Wait until it has ended, or end its connection.',
  },
  replayUnderWay: {
    meaning: 'The hook is sent the messages of its last replay.',
    remedy: 'Wait until it has them: everything up to the time of that replay comes.',
  },
  tooManyStreams: {
    meaning: 'The account has as many event streams open as it may have.',
    remedy: 'Close a stream. One stream without filters has all changes.',
  },
  tooManyFeeds: {
    meaning: 'The main account and its sub-accounts have as many feeds waiting as they may have.',
    remedy: 'Wait until one of them has been imported.',
  },
  tooManyEnquiries: {
    meaning: 'The address has sent as many enquiries in an hour as it may.',
    remedy: 'Wait for the seconds of `Retry-After`, or call the agency.',
  },
  headersTooLarge: {
    meaning: 'The request line and the headers are too large together.',
    remedy: 'Shorten the query, or split a list of ids into several requests.',
  },
  internal: {
    meaning: 'The service has a fault.',
    remedy: 'Report the `requestId` to the operator. A GET may be repeated; a POST with the same `Idempotency-Key`.',
  },
  unavailable: {
    meaning: 'The service cannot answer for a moment: its database is away, or it is overloaded.',
    remedy: 'Wait for the seconds of `Retry-After`, and repeat the request; a POST with the same `Idempotency-Key`.',
  },
};
