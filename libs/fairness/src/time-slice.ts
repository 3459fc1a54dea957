import { setImmediate } from 'node:timers/promises';

/** The longest stretch of background work between two turns of requests, in milliseconds. */
const SLICE_MS = 10;

/** Interrupts long work, so that requests have their turn. */
export class TimeSlice {
  private until = performance.now() + SLICE_MS;

  /** Gives way if the work has lasted 10 ms since it began, or since it last gave way. */
  async giveWay(): Promise<void> {
    if (performance.now() < this.until) return;
    await setImmediate();
    this.until = performance.now() + SLICE_MS;
  }
}
