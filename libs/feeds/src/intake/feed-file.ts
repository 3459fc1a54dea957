import { createHash, type Hash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { checkReaxml, type FeedCheck } from '../reaxml/reading/read-reaxml.js';

/** Each chunk is a way to the file system and back. */
const CHUNK_BYTES = 524_288;

/** Small enough that whoever waits for the store is not kept waiting for long by the reading of the next piece. */
const PIECE_BYTES = 16_384;
const turn = () => new Promise(setImmediate);

/** What a first look at a file says, and its SHA-256. */
export interface CheckedFile extends FeedCheck {
  readonly hash: string;
}

/** A path that is no regular file: reading a pipe or a device would wait for ever. */
export class NotAFileError extends Error {
  override readonly name = 'NotAFileError';
}

/**
 * A feed file that is open: whatever becomes of its name, what is read stays the same file, up to the size that it had.
 * Its methods throw what the file system does.
 */
export class FeedFile {
  readonly name: string;
  /** How many bytes `pieces` has given. */
  read = 0;

  private constructor(
    path: string,
    private readonly handle: FileHandle,
    /** As it was when it was opened. */
    readonly stats: BigIntStats,
  ) {
    this.name = basename(path);
  }

  /**
   * @param flags beyond those that it takes to read
   * @throws NotAFileError, or what the file system does
   */
  static async open(path: string, flags = 0): Promise<FeedFile> {
    // To open a pipe would wait for its writer.
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

  /** Looks it over, whether it is REAXML to its end. */
  async check(): Promise<CheckedFile> {
    const hash = createHash('sha256');
    const check = await checkReaxml(hashed(this.chunks(), hash));
    // A look that ends early leaves the rest of the file unread.
    if (!check.problem) return { ...check, hash: hash.digest('hex') };
    return { ...check, hash: await this.hash() };
  }

  /** Its bytes. */
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

/** Passes chunks on, and through a hash on their way. */
async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
