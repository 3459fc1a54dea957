import { checkReaxml, type FeedCheck } from '@app/reaxml';
import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';

/** Small pieces: parsing one does not delay pending database answers for long. */
const PIECE_BYTES = 16_384;
const turn = () => new Promise(setImmediate);

/** The result of the check of a feed, with its SHA-256. */
export interface CheckedFeed extends FeedCheck {
  readonly hash: string;
}

/** The bytes of a feed, which can be read several times. All methods throw the errors of the storage. */
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

  /** Hashes the feed, and checks that all of it is REAXML. */
  async check(): Promise<CheckedFeed> {
    const hash = createHash('sha256');
    for await (const chunk of this.chunks()) hash.update(chunk);
    return { ...(await checkReaxml(this.pieces())), hash: hash.digest('hex') };
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
}

/** Large chunks: each read is a round trip to the thread pool. */
const CHUNK_BYTES = 524_288;

/** A path that is not a regular file: reading a pipe or a device may block for ever. */
export class NotAFileError extends Error {
  override readonly name = 'NotAFileError';
}

/**
 * An open feed file: the same file is read even if it is renamed or replaced meanwhile, up to the size that it had when
 * opened.
 */
export class FeedFile extends FeedSource {
  private constructor(
    path: string,
    private readonly handle: FileHandle,
    /** The stats at the time of opening. */
    readonly stats: BigIntStats,
  ) {
    super(basename(path), Number(stats.size), () => chunksOf(handle, Number(stats.size)));
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

  close(): Promise<void> {
    return this.handle.close();
  }
}

async function* chunksOf(handle: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0, bytesRead = 0; at < bytes; at += bytesRead) {
    const room = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes - at));
    ({ bytesRead } = await handle.read(room, 0, room.length, at));
    if (bytesRead === 0) return;
    yield room.subarray(0, bytesRead);
  }
}
