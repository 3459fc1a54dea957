import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { allowedMethods } from './allowed-methods.js';
import { databaseProblem } from './database-problem.js';
import { problemBody, PROBLEM_HEADERS } from './problem-body.js';
import { problems, Problem } from './problem.js';
import { linkTo } from './public-url.js';
import { limitsOf } from './rate-limit/rate-limits.js';
import { noteFailure, requestId } from './log/request-log.js';

/** The exception filter: every error is sent as problem+json (D9). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerProblem(error, http.getRequest<Request>(), http.getResponse<Response>());
  }
}

/** Sends an error; also used for errors before Nest gets the request. */
export function answerProblem(error: unknown, request: Request, response: Response): void {
  const problem = limitsOf(request)?.refusal(request, response) ?? asProblem(error, request);
  if (problem.getStatus() >= 500) noteFailure(request, problem.extras.cause ?? problem, problem.code);
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
    return allowed.length ? problems.methodNotAllowed(allowed) : problems.routeNotFound();
  }
  if (status !== undefined && status >= 400 && status < 500)
    return problems.malformedRequest('The request cannot be read.');
  return databaseProblem(error) ?? problems.internal(error);
}

/** The status that Nest (`getStatus`) or an Express middleware (`status`) gave to an error. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') return error.status;
  return undefined;
}
