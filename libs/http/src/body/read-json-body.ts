import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MIMEType } from 'node:util';
import { ConcurrencyLimit, currentRequester } from '@app/fairness';
import { SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { problems } from '../problem.js';
import { contentCodingOf, hasBody, streamBody } from './stream-body.js';
import { jsonFaultOf, repeatedMemberOf } from './json-fault.js';

/** Limits of a JSON body. */
export const JSON_BOUNDS = { bytes: 1024 * 1024, depth: 32, values: 5_000 } as const;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** The bit that distinguishes `[` from `{`, and `]` from `}`. */
const BRACE = 0x20;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * Describes the limit that a JSON text exceeds; `undefined` if it exceeds none. One pass over the bytes before parsing
 * rejects expensive bodies. It does not check that the text is valid JSON.
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
      // An empty array or object contains no value.
      if ((last & ~BRACE) === OPEN) values--;
    }
    // An array or object that has just been opened may turn out to be empty.
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

/** The index of the quote that closes the string starting at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  return at;
}

const BOM = '\uFEFF';
/** A client may send one value per chunk; smaller chunks use more memory than the body is worth. */
const MAX_PIECES = JSON_BOUNDS.values;

/** Limits the bodies whose bytes are still arriving. */
const arriving = new ConcurrencyLimit({ total: 128, perAccount: 32, perVisitor: 8, forOperator: 32 });

/**
 * The JSON value of a request's body; `undefined` without a body.
 *
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, UNAVAILABLE (too many bodies at once),
 *   MALFORMED_REQUEST
 */
export async function readJsonBody(request: IncomingMessage, response: ServerResponse, seconds: number) {
  if (!hasBody(request)) return undefined;
  if (!isPlainJson(request)) throw problems.unsupportedMediaType();
  const requester = request.complete ? undefined : currentRequester();
  if (requester && !arriving.tryAcquireFor(requester))
    throw problems.unavailable(new Error('Too many bodies are arriving'));
  try {
    const bytes = await receiveBody(streamBody(request, response, { megabytes: 1, seconds, isWhole: true }));
    // A chunked body may turn out to be empty.
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

/** Whether the body is uncompressed application/json in UTF-8. A body of at most a megabyte needs no compression. */
function isPlainJson({ headers }: IncomingMessage): boolean {
  if (contentCodingOf(headers) !== 'identity') return false;
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
  // Counting first avoids comparing names for nearly all bodies.
  if (namesOf(value) < membersIn(bytes))
    throw problems.malformedRequest(`The body is not clear: ${repeatedMemberOf(json)}.`);
  return value;
}

/** The number of distinct member names, over all objects of a value. Recursion is safe within `JSON_BOUNDS`. */
function namesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values: unknown[] = Object.values(value);
  return values.reduce((sum: number, one) => sum + namesOf(one), Array.isArray(value) ? 0 : values.length);
}

/**
 * Reads the body for handlers that take one, after all guards and before the pipes. No other code reads JSON bodies
 * (ADR 10).
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
