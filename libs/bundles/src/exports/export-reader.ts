import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { codingOf, FASTEST, requestLog, whenClosed, type ContentCoding } from '@app/http';
import { CHANGES_CURSOR } from '@app/cache';
import type { Response } from 'express';
import type { LineSet } from '../files/read-lines.js';
import { NDJSON, type ExportFormat } from './export-format.js';
import type { ReaderTimeout } from './reader-timeout.js';

/** The size of the parts that are written; the service waits for the client after each. */
const PART_BYTES = 256 * 1024;

/**
 * With these qualities an export is as fast as without compression. A compressed set of lines fits into one chunk,
 * because the encoder's thread waits for this thread after each chunk.
 */
const ENCODERS = {
  br: () => createBrotliCompress({ ...FASTEST.br, chunkSize: PART_BYTES }),
  gzip: () => createGzip({ ...FASTEST.gzip, chunkSize: PART_BYTES }),
};

/** The client read nothing for too long, or has disconnected. */
class ReaderLostError extends Error {
  override readonly name = 'ReaderLostError';
}

/** The client of an export. Lines are sent as fast as it reads them. */
export class ExportReader {
  private readonly closed = new AbortController();
  private readonly coding: ContentCoding | undefined;

  /**
   * @param timeout limits the time to wait for the client; then the export is aborted
   * @param cursor the position in the change feed after the export (B9); undefined for the public
   */
  constructor(
    private readonly response: Response,
    private readonly timeout: ReaderTimeout,
    private readonly cursor: string | undefined,
    private readonly format: ExportFormat = NDJSON,
  ) {
    this.coding = codingOf(response, Infinity);
    // The client may have disconnected while its credential was checked.
    whenClosed(response, () => this.closed.abort(new ReaderLostError('The client has disconnected')));
  }

  /** Aborted when the response has ended or the client has disconnected. */
  get gone(): AbortSignal {
    return this.closed.signal;
  }

  sendHeaders(): void {
    const file = this.response.req.path.split('/').at(-1);
    this.response.status(200).set({
      'Content-Type': `${this.format.mediaType}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${file}"`,
      ...(this.cursor !== undefined && { [CHANGES_CURSOR]: this.cursor }),
      ...(this.coding && { 'Content-Encoding': this.coding }),
    });
  }

  end(): void {
    if (!this.response.destroyed) this.response.end();
  }

  /**
   * Sends lines in their format; without its closing an export is incomplete. The loss of the client is not an error.
   * @throws errors of reading the lines
   */
  async send(sets: AsyncIterable<LineSet>): Promise<void> {
    const lines = Readable.from(this.linesOf(sets), { highWaterMark: 1 });
    const write = (chunks: AsyncIterable<Buffer>) => this.write(chunks);
    try {
      await (this.coding ? pipeline(lines, ENCODERS[this.coding](), write) : pipeline(lines, write));
    } catch (error) {
      if (!this.gone.aborted) throw error;
      requestLog(this.response.req).warn(String(this.gone.reason));
      this.response.destroy();
    }
  }

  private async write(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      // Sent late, so that an error before the first chunk gets a problem response.
      if (!this.response.headersSent) this.sendHeaders();
      for (let at = 0; at < chunk.length; at += PART_BYTES) {
        const part = chunk.subarray(at, at + PART_BYTES);
        if (!this.response.write(part)) await this.taken();
      }
    }
  }

  /** Waits until the client has read the written data, up to the timeout. @throws ReaderLostError */
  private async taken(): Promise<void> {
    const { gone } = this;
    // The client may have disconnected while lines were read; the event is not emitted again.
    gone.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const begun = performance.now();
      const { seconds, reason } = this.timeout.left();
      const lose = (why: string): void => this.closed.abort(new ReaderLostError(why));
      const settle = (): void => {
        clearTimeout(timer);
        this.timeout.waited((performance.now() - begun) / 1000);
        this.response.off('drain', settle);
        gone.removeEventListener('abort', settle);
        if (gone.aborted)
          reject(gone.reason as Error); // a ReaderLostError
        else resolve();
      };
      const timer = setTimeout(() => lose(reason), seconds * 1000);
      this.response.once('drain', settle);
      gone.addEventListener('abort', settle);
    });
  }

  private async *linesOf(sets: AsyncIterable<LineSet>): AsyncGenerator<Buffer> {
    let count = 0;
    if (this.format.opening) yield Buffer.from(this.format.opening);
    for await (const { bytes, lines } of sets) {
      yield bytes;
      count += lines;
      this.timeout.sent(lines);
    }
    yield Buffer.from(this.format.closing(count));
  }
}
