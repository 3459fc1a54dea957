import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { FeedFault } from '../feed-fault.js';

/** Number of bytes that are examined to find the encoding. */
const HEAD_BYTES = 1024;

const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** Supported encodings, by the declared name. A map: an object would know `constructor` as well. */
const ENCODINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    ascii: 'utf-8',
    'us-ascii': 'utf-8',
    // A file whose declaration is read byte by byte cannot be UTF-16: .NET declares UTF-16 in files that it then saves as
    // UTF-8.
    'utf-16': 'utf-8',
    // As browsers do: feeds mean the quotes and dashes of windows-1252, never the control characters of ISO-8859-1.
    'iso-8859-1': 'windows-1252',
    latin1: 'windows-1252',
    'windows-1252': 'windows-1252',
    cp1252: 'windows-1252',
    'iso-8859-15': 'iso-8859-15',
  }),
);

/**
 * The encoding of a file: by its byte order mark, else by the width of `<`, else by the XML declaration, else UTF-8.
 *
 * @throws FeedFault when the declared encoding is not supported
 */
export function encodingOf(head: Buffer): string {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const declared = DECLARED.exec(head.toString('latin1'))?.[1]?.toLowerCase() ?? 'utf-8';
  const encoding = ENCODINGS.get(declared);
  if (!encoding) throw new FeedFault(`is in the encoding "${declared}", which is not read`);
  return encoding;
}

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

/** Maximum length of the decoded texts, however large the input pieces are. */
const PIECE_BYTES = 65_536;

interface Decoder {
  write(bytes: Buffer): DecodedText;
  end(): DecodedText;
}

/**
 * Decodes an XML file, piece by piece.
 *
 * @throws FeedFault when its encoding is not supported
 */
export async function* decodeXml(source: AsyncIterable<Uint8Array>): AsyncGenerator<DecodedText> {
  let head: Buffer | undefined = Buffer.alloc(0);
  let decoder: Decoder | undefined;
  for await (const bytes of source) {
    let pending = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (head) {
      pending = head = Buffer.concat([head, pending]);
      if (head.length < HEAD_BYTES) continue;
    }
    decoder ??= decoderOf(pending);
    head = undefined;
    yield* decoded(decoder, pending);
  }
  if (head) yield* decoded((decoder = decoderOf(head)), head);
  const end = decoder?.end();
  if (end?.text) yield end;
}

function decoderOf(head: Buffer): Decoder {
  const encoding = encodingOf(head.subarray(0, HEAD_BYTES));
  if (encoding === 'utf-8') return new Utf8Decoder();
  const decoder = iconv.getDecoder(encoding);
  return { write: (bytes) => ({ text: decoder.write(bytes) }), end: () => ({ text: decoder.end() ?? '' }) };
}

function* decoded(decoder: Decoder, bytes: Buffer): Generator<DecodedText> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = decoder.write(bytes.subarray(at, at + PIECE_BYTES));
    if (piece.text) yield piece;
  }
}
