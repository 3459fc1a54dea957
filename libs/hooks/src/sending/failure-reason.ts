import { errors } from 'undici';
import { NoPublicAddress } from './public-lookup.js';

/** Why there was no answer, as the owner of the hook reads it. */
export type FailureReason =
  | 'the host has no public address'
  | 'the certificate is not valid'
  | 'no TLS connection'
  | 'no connection'
  | 'the connection ended before an answer'
  | 'the answer is not HTTP';

const BY_CODE: Readonly<Record<string, FailureReason>> = {
  UND_ERR_SOCKET: 'the connection ended before an answer',
  ECONNRESET: 'the connection ended before an answer',
  EPIPE: 'the connection ended before an answer',
  EPROTO: 'no TLS connection',
  UND_ERR_HEADERS_OVERFLOW: 'the answer is not HTTP',
};

/** The codes of OpenSSL for certificates that are expired, self-signed, of another host, or by an unknown issuer. */
const CERTIFICATE = /CERT|UNABLE_TO_|CRL_|SELF_SIGNED|HOSTNAME_MISMATCH/;

/**
 * What may be told of a failure: nothing of addresses, ports and name servers. Hosts without an address and hosts inside
 * the own network have the same reason.
 */
export function failureReason(error: unknown): FailureReason {
  if (error instanceof NoPublicAddress) return 'the host has no public address';
  if (error instanceof errors.HTTPParserError) return 'the answer is not HTTP';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (CERTIFICATE.test(code)) return 'the certificate is not valid';
  if (code.startsWith('ERR_SSL')) return 'no TLS connection';
  return BY_CODE[code] ?? 'no connection';
}
