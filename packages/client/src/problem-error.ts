import type { FieldFault, ParameterFault, Problem, ProblemCode } from './generated/types.gen.js';

/** A response that is not 2xx. The fields are those of problem details (RFC 9457) as the service sends them. */
export class ProblemError extends Error {
  override readonly name: string = 'ProblemError';
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  /** Stable name of the problem. Absent in responses that are not of the service, such as of a proxy. */
  readonly code?: ProblemCode;
  /** Identifies the request in the log of the service. */
  readonly requestId?: string;
  /** Every fault of the parameters or of the body. */
  readonly errors: readonly (ParameterFault | FieldFault)[];

  constructor(
    readonly status: number,
    /** Method and path, without query. */
    readonly request: string,
    problem: Partial<Problem>,
    /** The response's `Retry-After`. */
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

/** The cursor of a follower is too old (410): read everything again, then follow from the new `Changes-Cursor`. */
export class CursorExpiredError extends ProblemError {
  override readonly name = 'CursorExpiredError';
}
