import type { Readable } from 'node:stream';

/** How much of a reply is kept. */
export const EXCERPT_BYTES = 1_024;

/**
 * The beginning of a reply. The rest is cut, not read: it may have no end. A reply that breaks off counts as far as it came.
 *
 * @param body of undici: a stream of Buffers
 * @param idleTimeoutMs how long a reply may stall
 */
export async function replyExcerpt(body: Readable, idleTimeoutMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(), idleTimeoutMs);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > EXCERPT_BYTES) break;
    }
  } catch {
    // Cut by the receiver or by us: what has arrived is the excerpt.
  } finally {
    clearTimeout(timer);
  }
  // `stream`: a character that the cut has halved is left out. Texts of PostgreSQL have no NUL.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, EXCERPT_BYTES), { stream: true });
  return text.replaceAll('\0', '\u{fffd}');
}
