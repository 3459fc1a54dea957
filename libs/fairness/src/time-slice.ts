import { nextCpuTurn } from './cpu-turns.js';

/** The longest stretch of background work between two turns of requests, in milliseconds. A request takes several turns. */
const SLICE_MS = 2;

/** Interrupts long work, so that requests have their turn. */
export class TimeSlice {
  private until = performance.now() + SLICE_MS;

  /** Whether requests should have a turn: a look that costs little. */
  get isOver(): boolean {
    return performance.now() >= this.until;
  }

  /** Gives way if the work has lasted 5 ms since it began, or since it last gave way. */
  async giveWay(): Promise<void> {
    if (!this.isOver) return;
    await nextCpuTurn();
    this.until = performance.now() + SLICE_MS;
  }
}
