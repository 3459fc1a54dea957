import type { Response } from 'express';
import Negotiator from 'negotiator';

/** A supported compression, by its name in `Content-Encoding`. */
export type ContentCoding = 'br' | 'gzip';

/** In order of preference: Brotli is both smaller and faster than gzip. */
const CODINGS = ['br', 'gzip', 'identity'];

/** Shorter bodies fit into one packet uncompressed. */
const LEAST_BYTES = 1024;

/**
 * The coding of a response with a body of this length (RFC 9110, 12.5.3). Undefined if the body is short or already
 * compressed, must not be compressed, or if the client accepts no supported coding.
 */
export function codingOf(response: Response, bytes: number): ContentCoding | undefined {
  const { req: request } = response;
  if (request.headers['accept-encoding'] === undefined || bytes === 0 || isFinal(response)) return undefined;
  const negotiator: Preferring = new Negotiator(request);
  if (bytes < LEAST_BYTES && negotiator.encoding(['identity'])) return undefined;
  const coding = negotiator.encoding(CODINGS, { preferred: CODINGS });
  return coding === 'br' || coding === 'gzip' ? coding : undefined;
}

/** The types of negotiator omit the order of preference. */
interface Preferring {
  encoding(available: readonly string[], order?: { preferred: readonly string[] }): string | undefined;
}

const isFinal = (response: Response): boolean =>
  response.hasHeader('Content-Encoding') || response.get('Cache-Control')?.includes('no-transform') === true;

/**
 * The ETag of a response in a coding. A strong ETag identifies the bytes, so each coding has its own; `If-Match`
 * accepts all of them.
 */
export const tagInCoding = (tag: string, coding: ContentCoding | undefined): string =>
  coding && !tag.startsWith('W/') ? tag.replace(/"$/, `-${coding}"`) : tag;
