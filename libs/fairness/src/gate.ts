import { ConcurrencyLimit, type Shares } from './concurrency-limit.js';
import { OPERATOR, type Owner, type Requester } from './requester.js';

/** The caller that passes a gate. */
export interface Entrant {
  /** Default: the operator. */
  readonly owner?: Owner;
  /** The address of the owner's visitor. */
  readonly visitor?: string | undefined;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

interface Waiting extends Requester {
  readonly enter: () => void;
}

/**
 * Lets a limited number of tasks run at a time. Others wait up to a timeout. Owners take turns; the next task of an owner
 * is that of the visitor with the fewest running tasks, the earliest one first.
 */
export class Gate {
  private readonly limit: ConcurrencyLimit;
  /** By owner, the least recently served first. */
  private readonly queues = new Map<Owner, Set<Waiting>>();

  constructor(
    shares: Shares,
    private readonly timeoutMs: number,
  ) {
    this.limit = new ConcurrencyLimit(shares);
  }

  /** The number of waiting tasks. */
  get waiting(): number {
    return [...this.queues.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Runs a task. @throws Error after the timeout, the reason of the signal, or the error of the task */
  async pass<T>(work: () => Promise<T>, { owner = OPERATOR, visitor, signal }: Entrant = {}): Promise<T> {
    signal?.throwIfAborted();
    const requester: Requester = { owner, ...(visitor !== undefined && { visitor }) };
    if (!this.limit.tryAcquireFor(requester)) await this.turn(requester, signal);
    try {
      return await work();
    } finally {
      this.leave(requester);
    }
  }

  private turn(requester: Requester, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.remove(waiting);
      };
      const enter = () => {
        stop();
        resolve();
      };
      const fail = (error: Error) => {
        stop();
        reject(error);
      };
      const abort = () => fail(signal?.reason as Error); // signals are aborted with errors
      const waiting: Waiting = { ...requester, enter };
      const late = `timeout exceeded when trying to connect: no connection was free within ${this.timeoutMs / 1_000} s`;
      const timer = setTimeout(() => fail(new Error(late)), this.timeoutMs);
      signal?.addEventListener('abort', abort);
      this.queues.set(requester.owner, (this.queues.get(requester.owner) ?? new Set()).add(waiting));
    });
  }

  private leave(requester: Requester): void {
    this.limit.releaseFor(requester);
    for (const [owner, queue] of this.queues) {
      const next = this.limit.admits(owner) && this.nextOf(queue);
      if (!next || !this.limit.tryAcquireFor(next)) continue;
      next.enter();
      // Behind the other owners.
      if (this.queues.delete(owner)) this.queues.set(owner, queue);
      return;
    }
  }

  private nextOf(queue: ReadonlySet<Waiting>): Waiting | undefined {
    let next: Waiting | undefined;
    let fewest = Infinity;
    for (const waiting of queue) {
      const held = this.limit.heldByVisitor(waiting);
      if (held < fewest) [next, fewest] = [waiting, held];
      if (fewest === 0) break;
    }
    return next;
  }

  private remove(waiting: Waiting): void {
    const queue = this.queues.get(waiting.owner);
    queue?.delete(waiting);
    if (queue?.size === 0) this.queues.delete(waiting.owner);
  }
}
