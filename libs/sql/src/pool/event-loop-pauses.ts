const BEAT_MS = 200;
/** Shorter ones are those of a busy process. */
const PAUSE_MS = 1_000;

/** Measures for how long the event loop stands still: meanwhile no answer arrives. */
export class EventLoopPauses {
  /** In milliseconds, since this was made. */
  total = 0;
  private beat = performance.now();
  private readonly timer = setInterval(() => this.look(), BEAT_MS).unref();

  stop(): void {
    clearInterval(this.timer);
    this.look();
  }

  private look(): void {
    const now = performance.now();
    if (now - this.beat > PAUSE_MS) this.total += now - this.beat;
    this.beat = now;
  }
}
