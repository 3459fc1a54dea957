import { ConcurrencyLimit, type Owner } from '@app/process';
import type { EndpointRun } from './endpoint-run.js';
import type { HookClock } from './hook-clock.js';

/** How many requests of a lane are under way: all; of one main account; and how many of each that have begun just now. */
interface LaneShares {
  readonly total: number;
  readonly perAccount: number;
  readonly prompt: number;
  readonly promptPerAccount: number;
}

/** Requests that are under way, and share a limit. */
export class DeliveryLane {
  private readonly limit: ConcurrencyLimit;
  private readonly underway = new Map<EndpointRun, { readonly owner: Owner; readonly since: number }>();

  constructor(
    private readonly shares: LaneShares,
    private readonly clock: Pick<HookClock, 'promptMs'>,
  ) {
    this.limit = new ConcurrencyLimit(shares);
  }

  /** Whether no request may begin now. */
  get isFull(): boolean {
    return this.promptOwners().length >= this.shares.prompt;
  }

  admits(owner: Owner): boolean {
    const prompt = this.promptOwners().filter((own) => own === owner).length;
    return prompt < this.shares.promptPerAccount && this.limit.admits(owner);
  }

  /** How many requests are under way to endpoints of a main account. */
  heldBy(owner: Owner): number {
    return this.limit.heldBy(owner);
  }

  /** A request begins, which the lane admits. */
  enter(run: EndpointRun): void {
    const { owner } = run;
    this.limit.tryAcquire(owner);
    this.underway.set(run, { owner, since: performance.now() });
  }

  leave(run: EndpointRun): void {
    const request = this.underway.get(run);
    if (!request) return;
    this.underway.delete(run);
    this.limit.release(request.owner);
  }

  private promptOwners(): Owner[] {
    const since = performance.now() - this.clock.promptMs;
    return [...this.underway.values()].filter((request) => request.since > since).map(({ owner }) => owner);
  }
}
