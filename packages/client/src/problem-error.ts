import type { FieldFault, ParameterFault, Problem, ProblemCode } from './generated/types.gen.js';

/** A response other than 2xx. The fields are the problem details (RFC 9457) that the service sent. */
export class ProblemError extends Error {
  override readonly name: string = 'ProblemError';
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  /** Stable name of the error. Absent in responses that the service did not send, for example in those of a proxy. */
  readonly code?: ProblemCode;
  /** Identifies the request in the log of the service. */
  readonly requestId?: string;
  /** All faults of the parameters or the body. */
  readonly errors: readonly (ParameterFault | FieldFault)[];

  constructor(
    readonly status: number,
    /** Method and path, without the query. */
    readonly request: string,
    problem: Partial<Problem>,
    /** Milliseconds from the `Retry-After` header. */
    readonly retryAfterMs?: number,
  ) {
    const title = problem.title ?? `Status ${status}`;
    const detail = problem.detail ?? title;
    super(`${request}: ${status} ${problem.code ?? ''}`.trimEnd() + ` ${detail}`);
    this.type = problem.type ?? 'about:blank';
    this.title = title;
    this.detail = detail;
    this.errors = problem.errors ?? [];
    if (problem.code) this.code = problem.code;
    if (problem.requestId) this.requestId = problem.requestId;
  }
}

/** The cursor of a follower has expired (410): read everything again, then follow from the new `Changes-Cursor`. */
export class CursorExpiredError extends ProblemError {
  override readonly name = 'CursorExpiredError';
}
