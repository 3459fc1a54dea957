import { currentRequester, type Owner } from './requester.js';

/** The work of several requests that runs in one turn of the event loop, in milliseconds: turns of one piece cost more. */
const TURN_MS = 2;

/**
 * Lets a little work run in each turn of the event loop: requests that arrive meanwhile wait for that, and not for all that is
 * ready. Owners take turns, and the work of each continues in order of arrival.
 */
export class CpuTurns {
  /** By owner. The one that was served longest ago is first. */
  private readonly waiting = new Map<Owner, (() => void)[]>();
  private isScheduled = false;
  private began = 0;

  /** Continues at once while the current turn has time and nobody waits; else in the next turn of an owner. */
  async enter(owner: Owner): Promise<void> {
    if (!this.isScheduled) {
      this.began = performance.now();
      this.schedule();
    }
    if (this.waiting.size > 0 || performance.now() - this.began >= TURN_MS) await this.wait(owner);
  }

  /** The next turn of an owner. */
  wait(owner: Owner): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.waiting.get(owner);
      if (queue) queue.push(resolve);
      else this.waiting.set(owner, [resolve]);
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.serve());
  }

  /** One piece: how long it takes is not known before. */
  private serve(): void {
    this.isScheduled = false;
    const [next] = this.waiting;
    if (!next) return;
    const [owner, queue] = next;
    const go = queue.shift();
    this.waiting.delete(owner);
    if (queue.length > 0) this.waiting.set(owner, queue);
    if (this.waiting.size > 0) this.schedule();
    this.began = performance.now();
    go?.();
  }
}

const turns = new CpuTurns();

/** The next turn of the owner of the current request; background work is the operator's. */
export const nextCpuTurn = (): Promise<void> => turns.wait(currentRequester().owner);

/** Time of the processor for a short piece of work of the current request: now, or in the next turn of its owner. */
export const cpuTime = (): Promise<void> => turns.enter(currentRequester().owner);
