import type { Caller } from '@app/auth';
import { cursorOf, type LogOffset } from '@app/cache';
import type { Request, Response } from 'express';
import type { ChangesRequest } from '../dto/changes.query.js';

/** What a stream may have waiting; one that has more does not read. */
const MOST_WAITING = 128 * 1024;
const COMMENT_MS = 15_000;
const LIFE_MS = 3_600_000;
/** When a client connects again. */
const RETRY_MS = 3_000;

/** The text of events: each has its cursor as id. */
export const eventsOf = (events: readonly { cursor: string; text: string }[]): string =>
  events.map(({ cursor, text }) => `id: ${cursor}\ndata: ${text}\n\n`).join('');

/** The reader of an event stream (B10). It holds nothing of the database. */
export class ChangeStream {
  /** Whether it waits for the next change: nothing is being read for it. */
  isLive = false;
  private readonly opened = performance.now();
  private spoken = this.opened;

  /**
   * @param caller as it was authenticated last
   * @param place behind what was sent
   * @param stallSeconds after which a reader is cut that is behind and takes nothing
   */
  constructor(
    private readonly response: Response,
    public caller: Caller,
    readonly query: ChangesRequest,
    public place: LogOffset,
    private readonly stallSeconds: number,
  ) {}

  get request(): Request {
    return this.response.req;
  }

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  /** The bytes that it has not taken. */
  get waiting(): number {
    return this.response.writableLength;
  }

  /** Begins the answer. For HEAD that is all of it. */
  begin(): void {
    this.response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    if (this.request.method === 'HEAD') this.response.end();
    else this.send(`retry: ${RETRY_MS}\n\n`, this.place);
  }

  /** Sends events that lead to a place. A reader who has not taken what was sent before is cut. */
  send(text: string, place: LogOffset): void {
    this.place = place;
    if (text === '' || !this.isOpen) return;
    if (this.waiting > MOST_WAITING) {
      this.response.destroy();
      return;
    }
    this.spoken = performance.now();
    this.response.write(text);
  }

  /** A comment shows that the stream is alive, and its id where to continue; after an hour it ends, to begin anew. */
  keep(now: number): void {
    if (now - this.opened >= LIFE_MS) this.end();
    else if (now - this.spoken >= COMMENT_MS) this.send(`:\nid: ${cursorOf(this.place)}\n\n`, this.place);
  }

  /** Waits until the reader has taken what was sent; one who does not is cut. */
  async taken(): Promise<void> {
    if (!this.response.writableNeedDrain || !this.isOpen) return;
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.response.off('drain', settle).off('close', settle);
        resolve();
      };
      const timer = setTimeout(() => this.response.destroy(), this.stallSeconds * 1000);
      this.response.on('drain', settle).on('close', settle);
    });
  }

  end(): void {
    if (this.isOpen) this.response.end();
  }
}
