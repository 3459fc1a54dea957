import { hash } from 'node:crypto';
import { problems } from '@app/http';
import type { Request } from 'express';
import { credentialOf } from '../author.js';

/** What a handler has answered to a request with a key. */
export interface IdempotentAnswer {
  readonly status: number;
  /** The headers that the handler has set. */
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>;
  /** What it has returned. */
  readonly value?: unknown;
}

/** An answer, with what was asked. */
export interface AnsweredRequest {
  readonly fingerprint: Buffer;
  readonly answer: IdempotentAnswer;
}

/** What a key belongs to. */
export interface KeyOfCredential {
  /** The stored pair; 0: that of the operator, which is not stored. */
  readonly credential: number;
  readonly key: string;
}

/** Names what is asked: method, canonical path, and body as JSON, whose white space does not matter. */
export const fingerprintOf = ({ method, url, body }: Request): Buffer =>
  hash('sha256', `${method} ${url}\n${JSON.stringify(body) ?? ''}`, 'buffer');

/** Without quotes: visible ASCII but `"`, `,`, `;` and `\`, which have a meaning in header fields. */
const BARE = String.raw`[!#-+\-.\/0-:<-\[\]-~]{1,255}`;
/** A String of RFC 8941: printable ASCII, in which `"` and `\` are escaped. */
const QUOTED = String.raw`(?:[ !#-\[\]-~]|\\["\\]){1,255}`;

/** The header, with quotes and without (ECMA-262, flag `u`). */
export const IDEMPOTENCY_KEY = `^(?:${BARE}|"${QUOTED}")$`;

const IS_KEY = new RegExp(IDEMPOTENCY_KEY, 'u');

/** The key of a request, if it has one. @throws INVALID_IDEMPOTENCY_KEY */
export function idempotencyKeyOf(request: Request): KeyOfCredential | undefined {
  const header = request.get('Idempotency-Key');
  return header === undefined ? undefined : { credential: credentialOf(request), key: readIdempotencyKey(header) };
}

/** The key that the header names, the same with quotes and without. @throws INVALID_IDEMPOTENCY_KEY */
export function readIdempotencyKey(header: string): string {
  if (!IS_KEY.test(header)) throw problems.invalidIdempotencyKey();
  return header.startsWith('"') ? header.slice(1, -1).replaceAll(/\\(.)/g, '$1') : header;
}
