import type { Problem } from './problem.js';

/** What every problem is sent with. */
export const PROBLEM_HEADERS = {
  'Content-Type': 'application/problem+json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The body of an answer that tells a problem (D9). */
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
