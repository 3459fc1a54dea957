import type { Problem } from './problem.js';

/** The headers of every problem response. */
export const PROBLEM_HEADERS = {
  'Content-Type': 'application/problem+json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The body of a problem response (D9). */
export function problemBody(problem: Problem, requestId: unknown): string {
  const { errors } = problem.extras;
  return JSON.stringify({
    type: 'about:blank',
    title: problem.title,
    status: problem.getStatus(),
    detail: problem.detail,
    code: problem.code,
    requestId,
    ...(errors ? { errors } : {}),
  });
}
