import iconv from 'iconv-lite';
import { encodingOf, HEAD_BYTES } from './encoding.js';
import { Utf8Decoder, type DecodedText } from './utf8-decoder.js';

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
