import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { FeedSource } from './feed-source.js';

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
