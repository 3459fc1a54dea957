import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentCoding } from './content-coding.js';

/** The qualities that cost least. Brotli's lowest one saves little time, and makes bodies a third longer. */
export const FASTEST = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY + 1 } },
  gzip: { level: constants.Z_BEST_SPEED },
};

const brotliBody = promisify(brotliCompress);
const gzipBody = promisify(gzip);

const ENCODERS: Readonly<Record<ContentCoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => brotliBody(body, FASTEST.br),
  gzip: (body) => gzipBody(body, FASTEST.gzip),
};

const MB = 1024 * 1024;
/** The bytes that may wait to be compressed: some tens of milliseconds of work. */
const MOST_WAITING = 8 * MB;

let waiting = 0;

/** Compresses a body in another thread; undefined when too many are being compressed: it is sent as it is. */
export async function compressed(body: Buffer, coding: ContentCoding): Promise<Buffer | undefined> {
  if (waiting > 0 && waiting + body.length > MOST_WAITING) return undefined;
  waiting += body.length;
  try {
    return alone(await ENCODERS[coding](body));
  } finally {
    waiting -= body.length;
  }
}

/** The bytes in a buffer of their own: a piece of a larger one would keep all of that. */
function alone(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
