import { hash } from 'node:crypto';
import { problems } from '@app/http';
import type { Request } from 'express';
import { credentialOf } from '../author.js';

/** The response of a handler to a request with an idempotency key. */
export interface IdempotentAnswer {
  readonly status: number;
  /** The headers that the handler has set. */
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>;
  /** The value that the handler returned. */
  readonly value?: unknown;
}

/** A response, with the fingerprint of its request. */
export interface AnsweredRequest {
  readonly fingerprint: Buffer;
  readonly answer: IdempotentAnswer;
}

/** An idempotency key and its credential. */
export interface KeyOfCredential {
  /** The stored key pair; 0: the operator's pair, which is not stored. */
  readonly credential: number;
  readonly key: string;
}

/** Hashes method, canonical path, and body as JSON without insignificant white space. */
export const fingerprintOf = ({ method, url, body }: Request): Buffer =>
  hash('sha256', `${method} ${url}\n${JSON.stringify(body) ?? ''}`, 'buffer');

/** A key without quotes: visible ASCII except `"`, `,`, `;` and `\`, which have a meaning in header fields. */
const BARE = String.raw`[!#-+\-.\/0-:<-\[\]-~]{1,255}`;
/** A String of RFC 8941: printable ASCII, in which `"` and `\` are escaped. */
const QUOTED = String.raw`(?:[ !#-\[\]-~]|\\["\\]){1,255}`;

/** The header value, quoted or not (ECMA-262, flag `u`). */
export const IDEMPOTENCY_KEY = `^(?:${BARE}|"${QUOTED}")$`;

const IS_KEY = new RegExp(IDEMPOTENCY_KEY, 'u');

/** The key of a request; undefined without the header. @throws INVALID_IDEMPOTENCY_KEY */
export function idempotencyKeyOf(request: Request): KeyOfCredential | undefined {
  const header = request.get('Idempotency-Key');
  return header === undefined ? undefined : { credential: credentialOf(request), key: readIdempotencyKey(header) };
}

/** The key in a header value; quotes do not change it. @throws INVALID_IDEMPOTENCY_KEY */
export function readIdempotencyKey(header: string): string {
  if (!IS_KEY.test(header)) throw problems.invalidIdempotencyKey();
  return header.startsWith('"') ? header.slice(1, -1).replaceAll(/\\(.)/g, '$1') : header;
}
