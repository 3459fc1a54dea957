/** A fault that the operator can fix. Only its message is printed, without a stack trace. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/** The properties that Node.js, PostgreSQL and the driver add to errors. */
interface SystemError extends Error {
  readonly code: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

type Line = (error: SystemError) => string | undefined;

const serverSays: Line = ({ message }) => `DATABASE_URL: ${message}`;
const isAway: Line = ({ code, address, port }) =>
  `DATABASE_URL: PostgreSQL cannot be reached${address ? ` at ${address}:${port}` : ''} (${code})`;
const distrusts: Line = ({ message, code }) =>
  `DATABASE_URL: the server's certificate is not trusted: ${message} (${code})`;

/** Messages by error code of the system, TLS or PostgreSQL. */
const LINES: Readonly<Record<string, Line>> = {
  EADDRINUSE: ({ address, port }) => `PORT: ${port} of ${address} is already used by another process`,
  EACCES: (error) => (error.syscall === 'listen' ? `PORT: this user may not listen on ${error.port}` : error.message),
  // A socket, or a file such as the URL's `sslrootcert`.
  ENOENT: (error) => (error.syscall === 'connect' ? isAway(error) : error.message),
  EADDRNOTAVAIL: ({ address }) => `HOST: ${address} is not an address of this machine`,
  ENOTFOUND: ({ hostname }) => `The host "${hostname}" is unknown; check DATABASE_URL and HOST`,
  EAI_AGAIN: ({ hostname }) => `The host "${hostname}" cannot be resolved at present (EAI_AGAIN)`,
  ECONNREFUSED: isAway,
  ECONNRESET: isAway,
  EHOSTUNREACH: isAway,
  ENETUNREACH: isAway,
  ETIMEDOUT: isAway,
  DEPTH_ZERO_SELF_SIGNED_CERT: distrusts,
  SELF_SIGNED_CERT_IN_CHAIN: distrusts,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: distrusts,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: distrusts,
  CERT_HAS_EXPIRED: distrusts,
  ERR_TLS_CERT_ALTNAME_INVALID: distrusts,
  // Unknown role or forbidden host; wrong password; unknown database; no right to connect.
  // A pooler that its server rejects.
  '08P01': serverSays,
  '28000': serverSays,
  '28P01': serverSays,
  '3D000': serverSays,
  '53100': serverSays,
  '53300': serverSays,
  '55000': serverSays,
  '57P03': serverSays,
  // An outage.
  '08001': ({ cause }) => faultLine(cause),
  '25006': ({ message }) => `DATABASE_URL: the database is read-only: ${message}`,
  '42501': ({ message }) => `DATABASE_URL: its role lacks a privilege: ${message}. See docs/OPERATING.md, "Rights".`,
};

/** Messages of the driver for errors without a code. */
const DRIVER =
  /^(timeout expired|Connection terminated|The server does not support SSL|There was an error establishing an SSL|SASL: )/;

/** A one-line message about a fault that the operator can fix; undefined for a programming error. */
export function faultLine(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof OperatorError) return error.message;
  // A connection to a host with both an IPv4 and an IPv6 address fails with an AggregateError, which has no message.
  if (error instanceof AggregateError) return faultLine(error.errors[0]);
  if (DRIVER.test(error.message)) return `DATABASE_URL: ${error.message}`;
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  return LINES[error.code]?.(error as SystemError); // only system errors have these codes
}

/** The log line of a start that waits for the database. */
export const waitLine = (seconds: number, reason: unknown): string =>
  `Waiting for the database for up to ${seconds} s. ${faultLine(reason) ?? String(reason)}`;

/** Logs the faults of repeated work: each reason once, until the work succeeds. */
export class RecurringFault {
  private logged = '';

  /** @param subject the start of the line, such as "Feeds wait" */
  constructor(
    private readonly subject: string,
    private readonly warn: (line: string) => void,
  ) {}

  occurred(error: unknown): void {
    const line = `${this.subject}: ${faultLine(error) ?? String(error)}`;
    if (line !== this.logged) this.warn(line);
    this.logged = line;
  }

  ended(): void {
    this.logged = '';
  }
}
