import { problems, type Problem } from './problem.js';

/** What a client can cause by a value that PostgreSQL cannot hold: bad text, a number out of range. */
const CLIENT_FAULTS = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008', '54000']);

/** The server is away, starting, stopping, full, or took too long. Classes 08 and 53 belong here as well. */
const AWAY = new Set(['57P01', '57P02', '57P03', '57014', '55P03', '40001', '40P01', '25006']);
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ENOENT', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN']);
const BROKEN_CONNECTION =
  /connection terminated|timeout exceeded when trying to connect|connection timeout|cannot use a pool|not queryable/i;

/** Reads an error of the database driver; `undefined` when it isn't one. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (CLIENT_FAULTS.has(code)) return problems.malformedRequest('A value cannot be held by the store.');
  if (AWAY.has(code) || UNREACHABLE.has(code) || /^(08|53)/.test(code) || BROKEN_CONNECTION.test(error.message)) {
    return problems.unavailable(error);
  }
  return undefined;
}
