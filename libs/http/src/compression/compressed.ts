import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { ContentCoding } from './content-coding.js';

/** Fast qualities. Brotli's lowest quality saves little time and makes bodies a third longer. */
export const FASTEST = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY + 1 } },
  gzip: { level: constants.Z_BEST_SPEED },
};

const KB = 1024;
const MB = 1024 * KB;

interface Encoder {
  readonly now: (body: Buffer) => Buffer;
  /** Compresses in another thread. */
  readonly elsewhere: (body: Buffer) => Promise<Buffer>;
  /**
   * Maximum length of bodies that are compressed synchronously. A transfer to another thread costs as much time as 80
   * kB of Brotli or 30 kB of gzip, and two to three times the CPU time. Brotli compresses 512 kB in one to two
   * milliseconds.
   */
  readonly longestNow: number;
}

const brotliBody = promisify(brotliCompress);
const gzipBody = promisify(gzip);

const ENCODERS: Readonly<Record<ContentCoding, Encoder>> = {
  br: {
    now: (body) => brotliCompressSync(body, FASTEST.br),
    elsewhere: (body) => brotliBody(body, FASTEST.br),
    longestNow: 512 * KB,
  },
  gzip: {
    now: (body) => gzipSync(body, FASTEST.gzip),
    elsewhere: (body) => gzipBody(body, FASTEST.gzip),
    longestNow: 32 * KB,
  },
};

/** Maximum number of bytes that wait for compression: some tens of milliseconds of work. */
const MOST_WAITING = 8 * MB;

let waiting = 0;

/** Compresses a body; undefined if the queue is full, so that the body is sent uncompressed. */
export async function compressed(body: Buffer, coding: ContentCoding): Promise<Buffer | undefined> {
  const atOnce = compressedNow(body, coding);
  if (atOnce) return atOnce;
  if (waiting > 0 && waiting + body.length > MOST_WAITING) return undefined;
  waiting += body.length;
  try {
    return alone(await ENCODERS[coding].elsewhere(body));
  } finally {
    waiting -= body.length;
  }
}

/** Compresses synchronously; undefined if the body is long enough to delay other requests. */
export function compressedNow(body: Buffer, coding: ContentCoding): Buffer | undefined {
  const { now, longestNow } = ENCODERS[coding];
  return body.length > longestNow ? undefined : alone(now(body));
}

/** Copies the bytes into a buffer of their own: a slice would retain the larger buffer. */
function alone(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
