import { Injectable, SetMetadata } from '@nestjs/common';

/** Metadata of handlers whose conditional requests are gathered. */
export const GATHERS = 'gathers';

/**
 * Declares that requests of a handler with `If-None-Match` may be gathered: thousands of followers ask whether there is
 * anything new, and there is not.
 */
export const GathersConditional = (): MethodDecorator => SetMetadata(GATHERS, true);

/** Nobody who looks every 30 s notices, and at 333 requests a second, about 80 share a statement. */
const WINDOW_MS = 250;

/**
 * Lets requests that arrive within some milliseconds of each other go on together, so that they share the statement that
 * all requests of a moment share. It is sent after all of them have arrived: no answer is older than its request. One
 * that comes alone goes on at once.
 */
@Injectable()
export class Gathering {
  windowMs = WINDOW_MS;
  private isOpen = false;
  private together: Promise<void> | undefined;
  private release: (() => void) | undefined;

  /** Resolves when a request may go on; undefined when it may at once. */
  join(): Promise<void> | undefined {
    if (!this.isOpen) {
      this.open();
      return undefined;
    }
    return (this.together ??= new Promise((resolve) => (this.release = resolve)));
  }

  private open(): void {
    this.isOpen = true;
    setTimeout(() => this.close(), this.windowMs);
  }

  private close(): void {
    const { release } = this;
    this.isOpen = false;
    this.together = this.release = undefined;
    if (!release) return;
    // As long as requests keep coming, there is one statement for each window.
    this.open();
    release();
  }
}
