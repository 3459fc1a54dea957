import { nextCpuTurn } from './cpu-turns.js';

/**
 * The longest stretch of background work between two turns of requests, in milliseconds. A request takes several turns.
 */
const SLICE_MS = 2;

/** Interrupts long work, so that requests get their turns. */
export class TimeSlice {
  private until = performance.now() + SLICE_MS;

  /** Whether requests should get a turn; cheap to check. */
  get isOver(): boolean {
    return performance.now() >= this.until;
  }

  /** Gives requests a turn if the work has lasted a slice since it began, or since the last turn. */
  async giveWay(): Promise<void> {
    if (!this.isOver) return;
    await nextCpuTurn();
    this.until = performance.now() + SLICE_MS;
  }
}
