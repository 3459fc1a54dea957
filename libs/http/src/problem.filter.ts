import { NETWORK_ERRORS } from '@app/process';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { allowedMethods } from './allowed-methods.js';
import { problemBody, PROBLEM_HEADERS } from './problem-body.js';
import { problems, Problem } from './problem.js';
import { linkTo } from './public-url.js';
import { limitsOf } from './rate-limit/rate-limits.js';
import { similarPath } from './similar-path.js';
import { logFailure, requestId } from './log/request-log.js';

/** PostgreSQL errors caused by a value that it cannot store: invalid text, a number out of range. */
const CLIENT_FAULTS = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008', '54000']);

/**
 * PostgreSQL errors that a retry may resolve: the server is unavailable, starting, stopping, overloaded or too slow
 * (classes 08, 53, 57); it rejects the connection (28, 3D000, 55000); a concurrent transaction conflicts (40001, 40P01,
 * 55P03); it is a read-only replica (25006).
 */
const AWAY = /^(08|28|53|57)|^(25006|3D000|40001|40P01|55000|55P03)$/;
const BROKEN_CONNECTION =
  /connection terminated|timeout exceeded when trying to connect|connection timeout|timeout expired|cannot use a pool|not queryable/i;

/** Converts an error of the database driver to a problem; `undefined` for other errors. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (CLIENT_FAULTS.has(code))
    return problems.malformedRequest('The request has a value that the database cannot store.');
  if (AWAY.test(code) || NETWORK_ERRORS.has(code) || BROKEN_CONNECTION.test(error.message)) {
    return problems.unavailable(error);
  }
  return undefined;
}

/** The exception filter: every error is sent as problem+json (D9). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerProblem(error, http.getRequest<Request>(), http.getResponse<Response>());
  }
}

/** Sends an error; also used for errors that occur before Nest gets the request. */
export function answerProblem(error: unknown, request: Request, response: Response): void {
  const problem = limitsOf(request)?.refusal(request, response) ?? asProblem(error, request);
  if (problem.getStatus() >= 500) logFailure(request, problem.extras.cause ?? problem, problem.code);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response
    .status(problem.getStatus())
    .set({ ...PROBLEM_HEADERS, ...problem.extras.headers })
    .send(problemBody(problem, requestId(request), linkTo(request, '')));
}

function asProblem(error: unknown, request: Request): Problem {
  if (error instanceof Problem) return error;
  const status = statusOf(error);
  if (status === 404) {
    const allowed = allowedMethods(request);
    const similar = similarPath(request);
    return allowed.length ? problems.methodNotAllowed(allowed, similar) : problems.routeNotFound(similar);
  }
  if (status !== undefined && status >= 400 && status < 500)
    return problems.malformedRequest('The request cannot be read.');
  return databaseProblem(error) ?? problems.internal(error);
}

/** The status that Nest (`getStatus`) or Express middleware (`status`) gave to an error. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') return error.status;
  return undefined;
}
