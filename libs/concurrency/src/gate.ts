import { ConcurrencyLimit, type Shares } from './concurrency-limit.js';
import { OPERATOR, type Owner } from './owner.js';

/** The slot of a task that runs. */
export interface Slot {
  /**
   * Allows the task to be ended in favor of a waiting one: at once if one waits that could have the slot, else when one
   * comes.
   */
  offer(end: () => void): void;
  /** The task goes on: it is no longer ended. */
  withdraw(): void;
}

/** Who passes a gate. */
export interface Entrant {
  /** The operator, unless given. */
  readonly owner?: Owner;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly owner: Owner;
  readonly enter: () => void;
  /** Whether a running task was ended for it. */
  isMadeRoomFor: boolean;
}

/**
 * Lets a limited number of tasks run at a time. Others wait for a limited time: owners take turns, and each one's tasks
 * wait in order of arrival.
 */
export class Gate {
  private readonly limit: ConcurrencyLimit;
  /** The owner that was served longest ago is first. */
  private readonly queues = new Map<Owner, Set<Waiting>>();
  private readonly offers = new Map<Slot, { readonly owner: Owner; readonly end: () => void }>();

  constructor(
    shares: Shares,
    private readonly timeoutMs: number,
  ) {
    this.limit = new ConcurrencyLimit(shares);
  }

  /** The number of tasks that wait. */
  get waiting(): number {
    return [...this.queues.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** @throws Error when the wait took too long, the reason of the signal, else what the task throws */
  async pass<T>(work: (slot: Slot) => Promise<T>, { owner = OPERATOR, signal }: Entrant = {}): Promise<T> {
    signal?.throwIfAborted();
    if (!this.limit.tryAcquire(owner)) await this.turn(owner, signal);
    const slot = this.slotOf(owner);
    try {
      return await work(slot);
    } finally {
      slot.withdraw();
      this.leave(owner);
    }
  }

  private slotOf(owner: Owner): Slot {
    const slot: Slot = {
      offer: (end) => {
        this.offers.set(slot, { owner, end });
        for (const queue of this.queues.values()) for (const waiting of queue) this.makeRoom(waiting);
      },
      withdraw: () => void this.offers.delete(slot),
    };
    return slot;
  }

  private turn(owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.remove(owner, waiting);
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
      const waiting: Waiting = { owner, enter, isMadeRoomFor: false };
      const queue = this.queues.get(owner) ?? new Set();
      const timer = setTimeout(() => fail(new Error('timeout exceeded when trying to connect')), this.timeoutMs);
      signal?.addEventListener('abort', abort);
      this.queues.set(owner, queue.add(waiting));
      this.makeRoom(waiting);
    });
  }

  /** Ends a task whose slot was offered, once for each that waits. */
  private makeRoom(waiting: Waiting): void {
    for (const [slot, { owner, end }] of this.offers) {
      if (waiting.isMadeRoomFor) return;
      if (!this.limit.admitsAfter(owner, waiting.owner)) continue;
      waiting.isMadeRoomFor = true;
      this.offers.delete(slot);
      end();
    }
  }

  private leave(owner: Owner): void {
    this.limit.release(owner);
    for (const [next, queue] of this.queues) {
      const [first] = queue;
      if (!first || !this.limit.tryAcquire(next)) continue;
      first.enter();
      // Behind the other owners.
      if (this.queues.delete(next)) this.queues.set(next, queue);
      return;
    }
  }

  private remove(owner: Owner, waiting: Waiting): void {
    const queue = this.queues.get(owner);
    queue?.delete(waiting);
    if (queue?.size === 0) this.queues.delete(owner);
  }
}
