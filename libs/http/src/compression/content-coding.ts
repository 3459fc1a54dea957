import type { Response } from 'express';
import Negotiator from 'negotiator';

/** How a body is compressed, by its name in `Content-Encoding`. */
export type ContentCoding = 'br' | 'gzip';

/** Of codings that a client likes equally, the first is used: Brotli is shorter than gzip, and takes less time. */
const CODINGS = ['br', 'gzip', 'identity'];

/** Shorter bodies fit into one packet anyway. */
const LEAST_BYTES = 1024;

/**
 * The coding of a response with a body of some bytes (RFC 9110, 12.5.3). Undefined: as it is, because that is short, or
 * compressed already, or may not be compressed, or because the client accepts nothing of what there is.
 */
export function codingOf(response: Response, bytes: number): ContentCoding | undefined {
  const { req: request } = response;
  if (request.headers['accept-encoding'] === undefined || bytes === 0 || isFinal(response)) return undefined;
  const negotiator: Preferring = new Negotiator(request);
  if (bytes < LEAST_BYTES && negotiator.encoding(['identity'])) return undefined;
  const coding = negotiator.encoding(CODINGS, { preferred: CODINGS });
  return coding === 'br' || coding === 'gzip' ? coding : undefined;
}

/** Its types do not know the order of codings that the client likes equally. */
interface Preferring {
  encoding(available: readonly string[], order?: { preferred: readonly string[] }): string | undefined;
}

const isFinal = (response: Response): boolean =>
  response.hasHeader('Content-Encoding') || response.get('Cache-Control')?.includes('no-transform') === true;

/** The ETag of an answer in a coding. A strong one names the bytes, so each form has its own; `If-Match` takes all. */
export const tagInCoding = (tag: string, coding: ContentCoding | undefined): string =>
  coding && !tag.startsWith('W/') ? tag.replace(/"$/, `-${coding}"`) : tag;
