import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MIMEType } from 'node:util';
import { ConcurrencyLimit, currentRequester } from '@app/fairness';
import { SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { problems } from '../problem.js';
import { hasBody, streamBody } from './stream-body.js';
import { jsonFaultOf, repeatedMemberOf } from './json-fault.js';

/** Limits of a JSON body. */
export const JSON_BOUNDS = { bytes: 1024 * 1024, depth: 32, values: 5_000 } as const;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** `[` and `{`, and `]` and `}`, differ only in this bit. */
const BRACE = 0x20;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * Describes the limit that a JSON text exceeds; `undefined` when it exceeds none. It is one pass over the bytes before
 * parsing, so expensive bodies are never parsed. It does not check that the text is valid JSON.
 */
export function excessOf(bytes: Uint8Array): string | undefined {
  let depth = 0;
  let values = 1; // one more than the number of commas and opening brackets
  let last = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!; // the index is below the length
    if (byte <= SPACE) continue;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values++;
    else if ((byte & ~BRACE) === OPEN) {
      if (++depth > JSON_BOUNDS.depth) return `is nested more than ${JSON_BOUNDS.depth} levels deep`;
      values++;
    } else if ((byte & ~BRACE) === CLOSE) {
      depth--;
      // An empty array or object has no value.
      if ((last & ~BRACE) === OPEN) values--;
    }
    // For an array or object that has just been opened it is not known yet whether it has a value.
    if (values > JSON_BOUNDS.values && (byte & ~BRACE) !== OPEN) return `holds more than ${JSON_BOUNDS.values} values`;
    last = byte;
  }
  return undefined;
}

/** The number of members of all objects of a valid JSON text. */
function membersIn(bytes: Uint8Array): number {
  let members = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) at = endOfString(bytes, at);
    else if (bytes[at] === COLON) members++;
  }
  return members;
}

/** The end of the string that starts at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  return at;
}

const BOM = '\uFEFF';
/** A body may arrive one value at a time; smaller pieces cost more memory than they are worth. */
const MAX_PIECES = JSON_BOUNDS.values;

/** Bodies that are read before all of them has arrived. */
const arriving = new ConcurrencyLimit({ total: 128, perAccount: 32, perVisitor: 8, forOperator: 32 });

/**
 * The JSON value of a request's body; `undefined` without a body.
 *
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, UNAVAILABLE (too many bodies at once), MALFORMED_REQUEST
 */
export async function readJsonBody(request: IncomingMessage, response: ServerResponse, seconds: number) {
  if (!hasBody(request)) return undefined;
  if (!isPlainJson(request)) throw problems.unsupportedMediaType();
  const requester = request.complete ? undefined : currentRequester();
  if (requester && !arriving.tryAcquireFor(requester))
    throw problems.unavailable(new Error('Too many bodies are arriving'));
  try {
    const bytes = await receiveBody(streamBody(request, response, { megabytes: 1, seconds, isWhole: true }));
    // Chunks may turn out to be none.
    return bytes.length === 0 ? undefined : parseJson(bytes);
  } finally {
    if (requester) arriving.releaseFor(requester);
  }
}

async function receiveBody(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) {
    if (pieces.push(piece) > MAX_PIECES)
      throw problems.malformedRequest(`The body has more than ${MAX_PIECES} chunks.`);
  }
  return Buffer.concat(pieces);
}

/**
 * Whether the body is application/json in UTF-8 without compression, which a body of at most a megabyte does not need.
 */
function isPlainJson({ headers }: IncomingMessage): boolean {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') return false;
  try {
    const { essence, params } = new MIMEType(headers['content-type'] ?? '');
    return essence === 'application/json' && (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
  } catch {
    return false;
  }
}

/** @throws MALFORMED_REQUEST */
export function parseJson(bytes: Buffer): unknown {
  const excess = excessOf(bytes);
  if (excess) throw problems.malformedRequest(`The body ${excess}.`);
  if (!isUtf8(bytes)) throw problems.malformedRequest('The body is not UTF-8.');
  const text = bytes.toString();
  const json = text.startsWith(BOM) ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    const fault = jsonFaultOf(json);
    throw problems.malformedRequest(`The body is not valid JSON${fault ? `: ${fault}` : ''}.`);
  }
  // Counted first: nearly all bodies need no look at each name.
  if (namesOf(value) < membersIn(bytes))
    throw problems.malformedRequest(`The body is not clear: ${repeatedMemberOf(json)}.`);
  return value;
}

/** The number of names of a value's objects; bodies are neither deep nor long (`JSON_BOUNDS`). */
function namesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values: unknown[] = Object.values(value);
  return values.reduce((sum: number, one) => sum + namesOf(one), Array.isArray(value) ? 0 : values.length);
}

/**
 * Reads the body for handlers that take one: after all guards, before the pipes. No other code reads bodies (ADR 13).
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    request.body = await readJsonBody(request, http.getResponse<Response>(), this.settings.bodySeconds);
    return next.handle();
  }
}
