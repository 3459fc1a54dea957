import { currentRequester, type Owner } from './requester.js';

/**
 * Lets one piece of work run between two turns of the event loop: requests that come meanwhile wait for one piece, and
 * not for all that are ready. Owners take turns, and the work of each goes on in order of arrival.
 */
export class CpuTurns {
  /** By owner. The one that was served longest ago is first. */
  private readonly waiting = new Map<Owner, (() => void)[]>();
  private isScheduled = false;

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

  private serve(): void {
    this.isScheduled = false;
    const [next] = this.waiting;
    if (!next) return;
    const [owner, queue] = next;
    const go = queue.shift();
    this.waiting.delete(owner);
    if (queue.length > 0) this.waiting.set(owner, queue);
    if (this.waiting.size > 0) this.schedule();
    go?.();
  }
}

const turns = new CpuTurns();

/** The next turn of the owner of the current request; background work is the operator's. */
export const cpuTurn = (): Promise<void> => turns.wait(currentRequester().owner);
