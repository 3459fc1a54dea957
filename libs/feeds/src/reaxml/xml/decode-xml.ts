import iconv from 'iconv-lite';
import { encodingOf, HEAD_BYTES } from './encoding.js';

/** The texts that come out are at most this many characters long, however large the pieces that go in. */
const PIECE_BYTES = 65_536;

/**
 * The text of an XML file, piece by piece.
 *
 * @throws FeedFault when its encoding is not read
 */
export async function* decodeXml(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let head: Buffer | undefined = Buffer.alloc(0);
  let decoder: ReturnType<typeof iconv.getDecoder> | undefined;
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
  if (end) yield end;
}

const decoderOf = (head: Buffer) => iconv.getDecoder(encodingOf(head.subarray(0, HEAD_BYTES)));

function* decoded(decoder: ReturnType<typeof iconv.getDecoder>, bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const text = decoder.write(bytes.subarray(at, at + PIECE_BYTES));
    if (text) yield text;
  }
}
