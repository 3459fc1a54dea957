import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { checkReaxml, type FeedCheck } from '../reaxml/reading/read-reaxml.js';

/** Each chunk is a way to the file system and back. */
const CHUNK_BYTES = 524_288;

const chunksOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: CHUNK_BYTES });

/** What a first look at a file says, and its SHA-256. */
export interface CheckedFile extends FeedCheck {
  readonly hash: string;
  readonly bytes: number;
}

/** Looks a file over, whether it is REAXML to its end. @throws what the file system does */
export async function checkFile(path: string): Promise<CheckedFile> {
  const hash = createHash('sha256');
  const { size } = await stat(path);
  const bytes = async function* () {
    for await (const chunk of chunksOf(path)) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const check = await checkReaxml(bytes());
  // A look that ended early leaves the rest of the file unread.
  return { ...check, hash: check.problem ? await hashOf(path) : hash.digest('hex'), bytes: size };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Small enough that whoever waits for the store is not kept waiting for long by the reading of the next piece. */
const PIECE_BYTES = 16_384;
const turn = () => new Promise(setImmediate);

/** The bytes of a file, and how many of them were taken. */
export class CountedFile implements AsyncIterable<Buffer> {
  read = 0;

  constructor(private readonly path: string) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of chunksOf(this.path)) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        this.read += piece.length;
        yield piece;
        await turn();
      }
    }
  }
}
