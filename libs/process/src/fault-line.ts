import { OperatorError } from './operator.error.js';

/** What the system, PostgreSQL and their driver give to their errors. */
interface SystemError extends Error {
  readonly code: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

type Line = (error: SystemError) => string;

const serverSays: Line = ({ message }) => `DATABASE_URL: ${message}`;
const isAway: Line = ({ code, address, port }) =>
  `DATABASE_URL: no PostgreSQL can be reached${address ? ` at ${address}:${port}` : ''} (${code})`;
const distrusts: Line = ({ message, code }) =>
  `DATABASE_URL: the server's certificate is not trusted: ${message} (${code})`;

/** By the code of an error: of the system, of TLS, of PostgreSQL. */
const LINES: Readonly<Record<string, Line>> = {
  EADDRINUSE: ({ address, port }) => `PORT: ${port} of ${address} is taken by another process`,
  EACCES: (error) => (error.syscall === 'listen' ? `PORT: this user may not listen on ${error.port}` : error.message),
  EADDRNOTAVAIL: ({ address }) => `HOST: ${address} is not an address of this machine`,
  ENOTFOUND: ({ hostname }) => `No host "${hostname}" is known; is it misspelt in DATABASE_URL or HOST?`,
  EAI_AGAIN: ({ hostname }) => `The host "${hostname}" cannot be looked up now`,
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
  // No such role, or none that may come from here; wrong password; no such database; no right to connect.
  '28000': serverSays,
  '28P01': serverSays,
  '3D000': serverSays,
  '53300': serverSays,
  '55000': serverSays,
  '57P03': serverSays,
  '25006': ({ message }) => `DATABASE_URL: the database only reads: ${message}`,
  '42501': ({ message }) => `DATABASE_URL: its role lacks a right: ${message}. See docs/OPERATING.md, "Rights".`,
};

/** What the driver says without a code. */
const DRIVER =
  /^(timeout expired|Connection terminated|The server does not support SSL|There was an error establishing an SSL|SASL: )/;

/** The line that tells the operator what to mend; undefined for what only a programmer can. */
export function faultLine(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof OperatorError) return error.message;
  // An address that is both IPv4 and IPv6 fails twice, under a blank message.
  if (error instanceof AggregateError) return faultLine(error.errors[0]);
  if (DRIVER.test(error.message)) return `DATABASE_URL: ${error.message}`;
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  return LINES[error.code]?.(error as SystemError); // the codes are those of such errors
}
