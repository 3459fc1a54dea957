import { createHash, type Hash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { checkReaxml, type FeedCheck } from '../reaxml/reading/read-reaxml.js';

/** Large chunks: each read is a round trip to the thread pool. */
const CHUNK_BYTES = 524_288;

/** Small pieces: parsing one does not delay pending database answers for long. */
const PIECE_BYTES = 16_384;
const turn = () => new Promise(setImmediate);

/** The result of the first pass over a file, with its SHA-256. */
export interface CheckedFile extends FeedCheck {
  readonly hash: string;
}

/** A path that is not a regular file: reading a pipe or a device may block for ever. */
export class NotAFileError extends Error {
  override readonly name = 'NotAFileError';
}

/**
 * An open feed file: the same file is read even if it is renamed or replaced meanwhile, up to the size that it had when
 * opened. All methods throw the errors of the file system.
 */
export class FeedFile {
  readonly name: string;
  /** Number of bytes that `pieces` has yielded. */
  read = 0;

  private constructor(
    path: string,
    private readonly handle: FileHandle,
    /** The stats at the time of opening. */
    readonly stats: BigIntStats,
  ) {
    this.name = basename(path);
  }

  /**
   * @param flags flags for `open` in addition to those for reading
   * @throws NotAFileError, or any error of the file system
   */
  static async open(path: string, flags = 0): Promise<FeedFile> {
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) throw new NotAFileError(`${path}: not a file`);
      return new FeedFile(path, handle, stats);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get bytes(): number {
    return Number(this.stats.size);
  }

  /** First pass: checks that the whole file is REAXML, and hashes it. */
  async check(): Promise<CheckedFile> {
    const hash = createHash('sha256');
    const check = await checkReaxml(hashed(this.chunks(), hash));
    // A check that stops early has not read the rest: the hash needs all of it.
    if (!check.problem) return { ...check, hash: hash.digest('hex') };
    return { ...check, hash: await this.hash() };
  }

  /** The bytes of the file, in small pieces. */
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

  close(): Promise<void> {
    return this.handle.close();
  }

  private async hash(): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of this.chunks()) hash.update(chunk);
    return hash.digest('hex');
  }

  private async *chunks(): AsyncGenerator<Buffer> {
    for (let at = 0, bytesRead = 0; at < this.bytes; at += bytesRead) {
      const room = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, this.bytes - at));
      ({ bytesRead } = await this.handle.read(room, 0, room.length, at));
      if (bytesRead === 0) return;
      yield room.subarray(0, bytesRead);
    }
  }
}

/** Passes chunks on and updates a hash with them. */
async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
