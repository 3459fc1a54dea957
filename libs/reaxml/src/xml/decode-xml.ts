import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { FeedFault } from '../feed.types.js';

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

/** A text, and the offset of the first bytes in it that were not UTF-8 and were read as windows-1252. */
export interface DecodedText {
  readonly text: string;
  readonly mendedAt?: number;
}

/** A run of characters of UTF-8; bytes are written as Latin-1. */
const UTF8_RUN =
  /((?:[^\x80-\xff]|[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2})+)/;
/** The first bytes of a character, at the end of a piece. */
const UNFINISHED = /(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})$/;

/**
 * Decodes UTF-8 that may contain windows-1252: bytes that are not valid UTF-8 usually come from pasted text in that
 * encoding, and are read as such.
 */
export class Utf8Decoder {
  /** The first bytes of a character that continues in the next piece. */
  private held = Buffer.alloc(0);
  private begun = false;

  write(piece: Buffer): DecodedText {
    const bytes = Buffer.concat([this.held, piece]);
    const [unfinished = ''] = UNFINISHED.exec(bytes.subarray(-3).toString('latin1')) ?? [];
    this.held = Buffer.from(unfinished, 'latin1');
    return this.decode(bytes.subarray(0, bytes.length - unfinished.length));
  }

  end(): DecodedText {
    return this.decode(this.held);
  }

  private decode(bytes: Buffer): DecodedText {
    const isMarked = !this.begun && bytes.indexOf('\uFEFF') === 0;
    this.begun ||= bytes.length > 0;
    const rest = bytes.subarray(isMarked ? 3 : 0);
    return isUtf8(rest) ? { text: rest.toString() } : mended(rest);
  }
}

function mended(bytes: Buffer): DecodedText {
  // The runs of UTF-8 are at the odd positions.
  const parts = bytes.toString('latin1').split(UTF8_RUN);
  const texts = parts.map((part, at) => {
    const run = Buffer.from(part, 'latin1');
    return at % 2 ? run.toString() : iconv.decode(run, 'windows-1252');
  });
  return { text: texts.join(''), mendedAt: parts[0] ? 0 : (texts[1]?.length ?? 0) };
}

/**
 * Decodes an XML file, piece by piece.
 *
 * @throws FeedFault when its encoding is not supported
 */
export async function* decodeXml(source: AsyncIterable<Uint8Array>): AsyncGenerator<DecodedText> {
  let head = Buffer.alloc(0);
  let decoder: ReturnType<typeof decoderOf> | undefined;
  for await (const bytes of source) {
    if (decoder) yield decoder.write(Buffer.from(bytes));
    else {
      head = Buffer.concat([head, bytes]);
      if (head.length >= HEAD_BYTES) yield (decoder = decoderOf(head)).write(head);
    }
  }
  if (!decoder) yield (decoder = decoderOf(head)).write(head);
  yield decoder.end();
}

function decoderOf(head: Buffer): Pick<Utf8Decoder, 'write' | 'end'> {
  const encoding = encodingOf(head.subarray(0, HEAD_BYTES));
  if (encoding === 'utf-8') return new Utf8Decoder();
  const decoder = iconv.getDecoder(encoding);
  return { write: (bytes) => ({ text: decoder.write(bytes) }), end: () => ({ text: decoder.end() ?? '' }) };
}
