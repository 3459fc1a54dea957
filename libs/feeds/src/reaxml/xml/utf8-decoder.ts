import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** The windows-1252 characters of bytes from 0x80 on. */
const WESTERN = iconv.decode(Buffer.from(Array.from({ length: 128 }, (_, at) => 128 + at)), 'windows-1252');

/** A text, and the offset of the first bytes in it that were not UTF-8 and were read as windows-1252. */
export interface DecodedText {
  readonly text: string;
  readonly mendedAt?: number;
}

/**
 * Decodes UTF-8 that may contain windows-1252: bytes that are not valid UTF-8 usually come from pasted text in that
 * encoding, and are read as such.
 */
export class Utf8Decoder {
  /** The first bytes of a character that continues in the next piece. */
  private held = Buffer.alloc(0);
  private begun = false;

  write(piece: Buffer): DecodedText {
    const bytes = this.held.length > 0 ? Buffer.concat([this.held, piece]) : piece;
    const whole = bytes.length - unfinished(bytes);
    this.held = Buffer.from(bytes.subarray(whole));
    return this.decode(bytes.subarray(0, whole));
  }

  end(): DecodedText {
    return this.decode(this.held);
  }

  private decode(bytes: Buffer): DecodedText {
    const from = !this.begun && isMark(bytes) ? 3 : 0;
    this.begun ||= bytes.length > 0;
    const rest = bytes.subarray(from);
    return isUtf8(rest) ? { text: rest.toString() } : mended(rest);
  }
}

const isMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Byte length of the character that starts with this byte; 0 when no character does. */
function lengthOf(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** Number of bytes at the end that may start an incomplete character. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!; // the index is within the buffer
    if ((byte & 0xc0) !== 0x80) return lengthOf(byte) > back ? back : 0;
  }
  return 0;
}

function mended(bytes: Buffer): DecodedText {
  let text = '';
  let mendedAt: number | undefined;
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at]!; // the index is within the buffer
    const length = lengthOf(first);
    if (length === 1 || (length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)))) {
      at += length;
      continue;
    }
    text += bytes.toString('utf8', from, at);
    mendedAt ??= text.length;
    text += WESTERN[first - 0x80];
    at += 1;
    from = at;
  }
  text += bytes.toString('utf8', from);
  return mendedAt === undefined ? { text } : { text, mendedAt };
}
