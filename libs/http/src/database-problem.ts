import { problems, type Problem } from './problem.js';

/** Errors that a client causes by a value that PostgreSQL cannot store: invalid text, a number out of range. */
const CLIENT_FAULTS = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008', '54000']);

/**
 * The server is unavailable, starting, stopping, overloaded, or took too long (classes 08, 53, 57); it rejects the
 * connection (28, 3D000, 55000); a concurrent transaction conflicts (40001, 40P01, 55P03); it is a read-only replica
 * (25006).
 */
const AWAY = /^(08|28|53|57)|^(25006|3D000|40001|40P01|55000|55P03)$/;
const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
const BROKEN_CONNECTION =
  /connection terminated|timeout exceeded when trying to connect|connection timeout|timeout expired|cannot use a pool|not queryable/i;

/** Converts an error of the database driver to a problem; `undefined` for other errors. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (CLIENT_FAULTS.has(code))
    return problems.malformedRequest('The request has a value that the database cannot store.');
  if (AWAY.test(code) || UNREACHABLE.has(code) || BROKEN_CONNECTION.test(error.message)) {
    return problems.unavailable(error);
  }
  return undefined;
}
