import type { Response } from 'express';
import Negotiator from 'negotiator';

/** How a body is compressed, by its name in `Content-Encoding`. */
export type ContentCoding = 'br' | 'gzip';

/** In order of preference: Brotli is shorter and faster than gzip. */
const CODINGS = ['br', 'gzip', 'identity'];

/** Shorter bodies fit into one packet anyway. */
const LEAST_BYTES = 1024;

/**
 * The coding of a response, by the length of its body (RFC 9110, 12.5.3). Undefined: the body is short, is already compressed,
 * must not be compressed, or the client accepts no supported coding.
 */
export function codingOf(response: Response, bytes: number): ContentCoding | undefined {
  const { req: request } = response;
  if (request.headers['accept-encoding'] === undefined || bytes === 0 || isFinal(response)) return undefined;
  const negotiator: Preferring = new Negotiator(request);
  if (bytes < LEAST_BYTES && negotiator.encoding(['identity'])) return undefined;
  const coding = negotiator.encoding(CODINGS, { preferred: CODINGS });
  return coding === 'br' || coding === 'gzip' ? coding : undefined;
}

/** The types of negotiator lack the order of preference. */
interface Preferring {
  encoding(available: readonly string[], order?: { preferred: readonly string[] }): string | undefined;
}

const isFinal = (response: Response): boolean =>
  response.hasHeader('Content-Encoding') || response.get('Cache-Control')?.includes('no-transform') === true;

/** The ETag of a response in a coding. A strong ETag names the bytes, so each coding has its own; `If-Match` accepts all. */
export const tagInCoding = (tag: string, coding: ContentCoding | undefined): string =>
  coding && !tag.startsWith('W/') ? tag.replace(/"$/, `-${coding}"`) : tag;
