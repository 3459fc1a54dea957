import type { Problem } from './problem.js';

/** The page with the entry of every problem; each code is an anchor on it (B50). */
export const ERRORS_PATH = '/docs/errors';

/** The path of a problem's entry in the error catalogue. */
export const typePath = (code: string): string => `${ERRORS_PATH}#${code}`;

/** The headers of every problem response. */
export const PROBLEM_HEADERS = {
  'Content-Type': 'application/problem+json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * The body of a problem response (D9).
 * @param publicUrl the base URL of its `type`; if empty, the type is a path (B50)
 */
export function problemBody(problem: Problem, requestId: unknown, publicUrl: string): string {
  const { errors } = problem.extras;
  return JSON.stringify({
    type: publicUrl + typePath(problem.code),
    title: problem.title,
    status: problem.getStatus(),
    detail: problem.detail,
    code: problem.code,
    requestId,
    ...(errors ? { errors } : {}),
  });
}
