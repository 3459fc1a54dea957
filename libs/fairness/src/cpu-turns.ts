import { currentRequester, type Owner } from './requester.js';

/**
 * How long work of several requests runs in one turn of the event loop, in milliseconds; a turn per piece would cost
 * more.
 */
const TURN_MS = 2;

/**
 * Limits the work per turn of the event loop, so that arriving requests do not wait for all the work that is ready.
 * Owners take turns, and the work of each continues in order of arrival.
 */
export class CpuTurns {
  /** By owner, the least recently served first. */
  private readonly waiting = new Map<Owner, (() => void)[]>();
  private isScheduled = false;
  private began = 0;

  /** Continues immediately if the current turn has time left and nobody waits; otherwise in the owner's next turn. */
  async enter(owner: Owner): Promise<void> {
    if (!this.isScheduled) {
      this.began = performance.now();
      this.schedule();
    }
    if (this.waiting.size > 0 || performance.now() - this.began >= TURN_MS) await this.wait(owner);
  }

  /** Resolves in the next turn of an owner. */
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

  /** Runs one piece at a time, because its duration is not known in advance. */
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

/** Resolves in the next turn of the current request's owner; background work belongs to the operator. */
export const nextCpuTurn = (): Promise<void> => turns.wait(currentRequester().owner);

/** Waits for CPU time for a short piece of the current request's work: now, or in its owner's next turn. */
export const cpuTime = (): Promise<void> => turns.enter(currentRequester().owner);
