import { ConcurrencyLimit, type Shares } from './concurrency-limit.js';
import { OPERATOR, type Owner, type Requester } from './requester.js';

/** The slot of a running task. */
export interface Slot {
  /**
   * Allows the task to be ended in favour of a waiting one: immediately if a task that could use the slot waits, or
   * else when one arrives.
   */
  offer(end: () => void): void;
  /** Withdraws the offer: the task will not be ended. */
  withdraw(): void;
}

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
  /** Whether a running task was already ended for it. */
  isMadeRoomFor: boolean;
}

/**
 * Lets a limited number of tasks run at a time. Others wait up to a timeout: owners take turns, as do the visitors of
 * one owner, and the tasks of each wait in order of arrival.
 */
export class Gate {
  private readonly limit: ConcurrencyLimit;
  /** By owner and visitor, the least recently served first. */
  private readonly queues = new Map<Owner, Map<string | undefined, Set<Waiting>>>();
  private readonly offers = new Map<Slot, { readonly owner: Owner; readonly end: () => void }>();

  constructor(
    shares: Shares,
    private readonly timeoutMs: number,
  ) {
    this.limit = new ConcurrencyLimit(shares);
  }

  /** The number of waiting tasks. */
  get waiting(): number {
    return [...this.everyWaiting()].length;
  }

  /** Runs a task. @throws Error after the timeout, the reason of the signal, or the error of the task */
  async pass<T>(work: (slot: Slot) => Promise<T>, { owner = OPERATOR, visitor, signal }: Entrant = {}): Promise<T> {
    signal?.throwIfAborted();
    const requester: Requester = { owner, ...(visitor !== undefined && { visitor }) };
    if (!this.limit.tryAcquireFor(requester)) await this.turn(requester, signal);
    const slot = this.slotOf(owner);
    try {
      return await work(slot);
    } finally {
      slot.withdraw();
      this.leave(requester);
    }
  }

  private slotOf(owner: Owner): Slot {
    const slot: Slot = {
      offer: (end) => {
        this.offers.set(slot, { owner, end });
        for (const waiting of this.everyWaiting()) this.makeRoom(waiting);
      },
      withdraw: () => void this.offers.delete(slot),
    };
    return slot;
  }

  private *everyWaiting(): Generator<Waiting> {
    for (const visitors of this.queues.values()) for (const queue of visitors.values()) yield* queue;
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
      const waiting: Waiting = { ...requester, enter, isMadeRoomFor: false };
      const timer = setTimeout(() => fail(new Error('timeout exceeded when trying to connect')), this.timeoutMs);
      signal?.addEventListener('abort', abort);
      this.add(waiting);
      this.makeRoom(waiting);
    });
  }

  /** Ends one task that has offered its slot; once per waiting task. */
  private makeRoom(waiting: Waiting): void {
    for (const [slot, { owner, end }] of this.offers) {
      if (waiting.isMadeRoomFor) return;
      if (!this.limit.admitsAfter(owner, waiting.owner)) continue;
      waiting.isMadeRoomFor = true;
      this.offers.delete(slot);
      end();
    }
  }

  private leave(requester: Requester): void {
    this.limit.releaseFor(requester);
    for (const [owner, visitors] of this.queues) {
      for (const [visitor, queue] of visitors) {
        const [first] = queue;
        if (!first || !this.limit.tryAcquireFor(first)) continue;
        first.enter();
        // Moves behind the other owners, and behind the other visitors of this one.
        if (visitors.delete(visitor)) visitors.set(visitor, queue);
        if (this.queues.delete(owner)) this.queues.set(owner, visitors);
        return;
      }
    }
  }

  private add(waiting: Waiting): void {
    const { owner, visitor } = waiting;
    const visitors = this.queues.get(owner) ?? new Map<string | undefined, Set<Waiting>>();
    const queue = visitors.get(visitor) ?? new Set();
    this.queues.set(owner, visitors.set(visitor, queue.add(waiting)));
  }

  private remove(waiting: Waiting): void {
    const { owner, visitor } = waiting;
    const visitors = this.queues.get(owner);
    const queue = visitors?.get(visitor);
    queue?.delete(waiting);
    if (queue?.size === 0) visitors?.delete(visitor);
    if (visitors?.size === 0) this.queues.delete(owner);
  }
}
