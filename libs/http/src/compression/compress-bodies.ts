import type { Response } from 'express';
import { compressed } from './compressed.js';
import { codingOf, tagInCoding, type ContentCoding } from './content-coding.js';

/**
 * Compresses complete bodies, including errors and documentation, if the client accepts it (ADR 26). `no-transform`
 * forbids compression here and in proxies, because the body contains a secret.
 * @param prototype the prototype of the application's responses
 */
export function compressBodies(prototype: Response): void {
  const { send } = prototype;
  prototype.send = function sendInCoding(this: Response, body?: unknown): Response {
    const bytes = bytesOf(this, body);
    const coding = bytes && codingOf(this, bytes.length);
    if (!coding) return send.call(this, body);
    void sendCompressed(this, bytes, coding, (form) => send.call(this, form));
    return this;
  };
}

/** The body as bytes; undefined if the client does not accept compression. */
function bytesOf(response: Response, body: unknown): Buffer | undefined {
  if (response.req.headers['accept-encoding'] === undefined) return undefined;
  if (typeof body !== 'string') return Buffer.isBuffer(body) ? body : undefined;
  // Express sets the type and charset only for strings.
  response.set('Content-Type', response.get('Content-Type') ?? 'text/html');
  return Buffer.from(body);
}

async function sendCompressed(
  response: Response,
  body: Buffer,
  coding: ContentCoding,
  send: (form: Buffer) => void,
): Promise<void> {
  const tag = response.get('ETag');
  if (tag) response.set('ETag', tagInCoding(tag, coding));
  if (response.req.fresh) return send(body);
  const form = await compressed(body, coding).catch(() => undefined);
  if (form) response.set('Content-Encoding', coding);
  else if (tag) response.set('ETag', tag);
  return send(form ?? body);
}
