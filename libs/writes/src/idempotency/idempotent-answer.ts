import { hash } from 'node:crypto';
import type { Request } from 'express';

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
