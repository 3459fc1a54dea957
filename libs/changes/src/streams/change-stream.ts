import type { Caller } from '@app/auth';
import { cursorOf, type LogOffset } from '@app/cache';
import type { Request, Response } from 'express';
import type { ChangesRequest } from '../dto/changes.query.js';

/** Maximum number of unsent bytes of a stream; beyond it, the client has stalled. */
const MOST_WAITING = 128 * 1024;
const COMMENT_MS = 15_000;
const LIFE_MS = 3_600_000;
/** The reconnection delay for clients. */
const RETRY_MS = 3_000;

/** The events of changes, with their cursors as ids. */
export const eventsOf = (events: readonly { cursor: string; text: string }[]): string =>
  events.map(({ cursor, text }) => `id: ${cursor}\ndata: ${text}\n\n`).join('');

/** An event stream to one client (B10). It holds no database resources. */
export class ChangeStream {
  /** Whether it has sent all changes and waits for the next. */
  isLive = false;
  private readonly opened = performance.now();
  private spoken = this.opened;

  /**
   * @param caller the caller at the last authentication
   * @param place the offset after the last sent change
   * @param stallSeconds how long a client may stall before it is disconnected
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

  /** The unsent bytes. */
  get waiting(): number {
    return this.response.writableLength;
  }

  /** Sends the head of the response; for HEAD requests this is the whole response. */
  begin(): void {
    this.response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    if (this.request.method === 'HEAD') this.response.end();
    else this.send(`retry: ${RETRY_MS}\n\n`, this.place);
  }

  /** Sends events up to an offset. A stalled client is disconnected. */
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

  /**
   * Sends a comment with the current cursor on a quiet stream. After an hour the stream ends, and the client
   * reconnects.
   */
  keep(now: number): void {
    if (now - this.opened >= LIFE_MS) this.end();
    else if (now - this.spoken >= COMMENT_MS) this.send(`:\nid: ${cursorOf(this.place)}\n\n`, this.place);
  }

  /** Waits until all bytes are sent; a stalled client is disconnected. */
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
