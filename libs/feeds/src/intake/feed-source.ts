import { createHash, type Hash } from 'node:crypto';
import { checkReaxml, type FeedCheck } from '../reaxml/reading/read-reaxml.js';

/** Small pieces: parsing one does not delay pending database answers for long. */
const PIECE_BYTES = 16_384;
const turn = () => new Promise(setImmediate);

/** The result of the first pass over a feed, with its SHA-256. */
export interface CheckedFeed extends FeedCheck {
  readonly hash: string;
}

/** The bytes of a feed, which can be read several times. All methods throw the errors of what stores them. */
export class FeedSource {
  /** Number of bytes that `pieces` has yielded. */
  read = 0;

  /**
   * @param name in reports
   * @param chunks the bytes from the first to the last, at every call
   */
  constructor(
    readonly name: string,
    readonly bytes: number,
    readonly chunks: () => AsyncGenerator<Buffer>,
  ) {}

  /** First pass: checks that the whole feed is REAXML, and hashes it. */
  async check(): Promise<CheckedFeed> {
    const hash = createHash('sha256');
    const check = await checkReaxml(hashed(this.chunks(), hash));
    // A check that stops early has not read the rest: the hash needs all of it.
    if (!check.problem) return { ...check, hash: hash.digest('hex') };
    return { ...check, hash: await this.hash() };
  }

  /** The bytes in small pieces. */
  async *pieces(): AsyncGenerator<Buffer> {
    this.read = 0;
    for await (const chunk of this.chunks()) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        this.read += piece.length;
        yield piece;
        await turn();
      }
    }
  }

  private async hash(): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of this.chunks()) hash.update(chunk);
    return hash.digest('hex');
  }
}

/** Passes chunks on and updates a hash with them. */
async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
