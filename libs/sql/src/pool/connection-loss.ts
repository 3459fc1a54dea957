/** The server is starting, stopping, was killed, or a pooler has lost it; SQLSTATE. */
const ENDED = /^(08|57P0)/;
/** Errors of the network, by Node.js. */
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
/** Errors of the driver, which have no code. */
const BROKEN = /connection terminated|connection timeout|timeout expired|read timeout|not queryable/i;

/** The connection of a transaction or of a session ended, whatever was under way. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  /** The SQLSTATE `connection_failure`. */
  readonly code = '08006';

  constructor(cause: Error) {
    super(`The connection to the database was lost: ${cause.message}`, { cause });
  }
}

/** Whether an error says that a connection to the database ended, or could not be made; not that a statement failed. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return ENDED.test(code) || UNREACHABLE.has(code) || BROKEN.test(error.message);
}
